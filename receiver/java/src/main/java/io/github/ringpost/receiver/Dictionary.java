package io.github.ringpost.receiver;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTTP structured fields (RFC 9651) as far as signatures need them. Members in another form are
 * accepted and not parsed, because signatures of other parties use the same headers. The text of
 * each list is kept unchanged, because it is itself a part of the signed content.
 */
final class Dictionary {
    private static final int MEMBERS_MAX = 16;

    private static final Pattern KEY = Pattern.compile("[a-z*][a-z0-9_.*-]*");
    private static final Pattern BYTES = Pattern.compile(":([A-Za-z0-9+/]*={0,2}):");
    private static final Pattern STRING =
            Pattern.compile("\"((?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\"\\\\])*+)\"");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,15}(?![0-9.])");
    /** Decimals, tokens, booleans, dates and display strings, which are skipped. */
    private static final List<Pattern> OTHERS =
            List.of(
                    Pattern.compile("-?[0-9]{1,12}\\.[0-9]{1,3}"),
                    Pattern.compile("[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*"),
                    Pattern.compile("\\?[01]"),
                    Pattern.compile("@-?[0-9]{1,15}"),
                    Pattern.compile("%\"[\\x20-\\x21\\x23-\\x7e]*\""));
    private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*,[ \\t]*");
    private static final Pattern SEMICOLON = Pattern.compile("; *");
    private static final Pattern EQUALS = Pattern.compile("=");
    private static final Pattern OPEN = Pattern.compile("\\(");
    private static final Pattern CLOSE = Pattern.compile(" *\\)");
    private static final Pattern SPACES = Pattern.compile(" +");

    /** A value of a kind that is not read. */
    private static final Object UNREAD = new Object();

    /** Plain names, and parameters that are texts or Longs. */
    record InnerList(List<String> items, Map<String, Object> parameters, String text) {}

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private final String text;
    private int at;

    private Dictionary(String text) {
        this.text = text;
    }

    /** By key, a byte[], an InnerList or another object; null if the text is no dictionary. */
    static Map<String, Object> parse(String text) {
        try {
            return new Dictionary(text).members();
        } catch (Malformed | IllegalArgumentException malformed) {
            return null;
        }
    }

    private Map<String, Object> members() throws Malformed {
        Map<String, Object> members = new LinkedHashMap<>();
        while (members.size() < MEMBERS_MAX) {
            String key = need(KEY);
            Object member = member();
            if (members.put(key, member) != null) throw new Malformed();
            if (at == text.length()) return members;
            need(SEPARATOR);
        }
        throw new Malformed();
    }

    private Matcher take(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        // The lookahead of an integer sees beyond the region's start only.
        matcher.region(at, text.length());
        if (!matcher.lookingAt()) return null;
        at = matcher.end();
        return matcher;
    }

    private String need(Pattern pattern) throws Malformed {
        Matcher matcher = take(pattern);
        if (matcher == null) throw new Malformed();
        return matcher.group();
    }

    private Object member() throws Malformed {
        if (take(EQUALS) == null) {
            parameters();
            return UNREAD;
        }
        if (at < text.length() && text.charAt(at) == '(') return list();
        Object value = value();
        Map<String, Object> parameters = parameters();
        return value instanceof byte[] && parameters.isEmpty() ? value : UNREAD;
    }

    private Object value() throws Malformed {
        Matcher matcher = take(BYTES);
        if (matcher != null) return Base64.getDecoder().decode(matcher.group(1));
        matcher = take(STRING);
        if (matcher != null) return matcher.group(1).replaceAll("\\\\([\"\\\\])", "$1");
        matcher = take(INTEGER);
        if (matcher != null) return Long.valueOf(matcher.group());
        for (Pattern other : OTHERS) {
            if (take(other) != null) return UNREAD;
        }
        throw new Malformed();
    }

    private Map<String, Object> parameters() throws Malformed {
        Map<String, Object> parameters = new LinkedHashMap<>();
        while (take(SEMICOLON) != null) {
            String name = need(KEY);
            Object value = take(EQUALS) == null ? UNREAD : value();
            if (parameters.put(name, value) != null) throw new Malformed();
        }
        return parameters;
    }

    /** A list that names a component by anything but a plain string is of another kind. */
    private Object list() throws Malformed {
        int start = at;
        need(OPEN);
        List<String> items = new ArrayList<>();
        int count = 0;
        while (take(CLOSE) == null) {
            if (take(SPACES) == null && count > 0) throw new Malformed();
            Object item = value();
            boolean isPlain = parameters().isEmpty();
            count++;
            if (isPlain && item instanceof String name && !items.contains(name)) items.add(name);
        }
        Map<String, Object> parameters = parameters();
        boolean isRead =
                parameters.values().stream()
                        .allMatch(value -> value instanceof String || value instanceof Long);
        if (items.size() < count || !isRead) return UNREAD;
        return new InnerList(items, parameters, text.substring(start, at));
    }
}
