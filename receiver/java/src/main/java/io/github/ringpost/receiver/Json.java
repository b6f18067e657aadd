package io.github.ringpost.receiver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON (RFC 8259) as maps, lists, texts, Long or Double, Boolean and null. */
final class Json {
    private static final int DEPTH_MAX = 500;
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super("The text is no JSON.", null, false, false);
        }
    }

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) throws Malformed {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at < text.length()) throw new Malformed();
        return value;
    }

    /** Null if the value is no object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : null;
    }

    private Object value(int depth) throws Malformed {
        if (depth > DEPTH_MAX) throw new Malformed();
        space();
        if (at >= text.length()) throw new Malformed();
        switch (text.charAt(at)) {
            case '{':
                return members(depth);
            case '[':
                return items(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> members(int depth) throws Malformed {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        if (take('}')) return members;
        do {
            space();
            if (at >= text.length() || text.charAt(at) != '"') throw new Malformed();
            String name = string();
            need(':');
            members.put(name, value(depth + 1));
        } while (take(','));
        need('}');
        return members;
    }

    private List<Object> items(int depth) throws Malformed {
        List<Object> items = new ArrayList<>();
        at++;
        if (take(']')) return items;
        do {
            items.add(value(depth + 1));
        } while (take(','));
        need(']');
        return items;
    }

    private String string() throws Malformed {
        StringBuilder found = new StringBuilder();
        at++;
        while (at < text.length()) {
            char unit = text.charAt(at++);
            if (unit == '"') return found.toString();
            if (unit < ' ') throw new Malformed();
            found.append(unit == '\\' ? escaped() : unit);
        }
        throw new Malformed();
    }

    private char escaped() throws Malformed {
        if (at >= text.length()) throw new Malformed();
        char unit = text.charAt(at++);
        switch (unit) {
            case '"', '\\', '/':
                return unit;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                if (at + 4 > text.length()) throw new Malformed();
                int code = 0;
                for (int end = at + 4; at < end; at++) {
                    int digit = Character.digit(text.charAt(at), 16);
                    if (digit < 0 || text.charAt(at) > 'f') throw new Malformed();
                    code = code * 16 + digit;
                }
                return (char) code;
            default:
                throw new Malformed();
        }
    }

    private Object number() throws Malformed {
        Matcher matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) throw new Malformed();
        at = matcher.end();
        String found = matcher.group();
        boolean isWhole = matcher.group(1) == null && matcher.group(2) == null;
        if (isWhole && found.length() <= 18) return Long.valueOf(found);
        return Double.valueOf(found);
    }

    private Object word(String word, Object value) throws Malformed {
        if (!text.startsWith(word, at)) throw new Malformed();
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean take(char wanted) {
        space();
        boolean isThere = at < text.length() && text.charAt(at) == wanted;
        if (isThere) at++;
        return isThere;
    }

    private void need(char wanted) throws Malformed {
        if (!take(wanted)) throw new Malformed();
    }
}
