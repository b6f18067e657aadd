using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Ringpost.Receiver
{
    /// <summary>
    /// JSON (RFC 8259) as dictionaries, lists, strings, long or double, bool and null. Throws
    /// FormatException if the text is none.
    /// </summary>
    internal sealed class Json
    {
        private const int DepthMax = 500;
        private static readonly Regex Number =
            new Regex(@"\G-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?");

        private readonly string text;
        private int at;

        private Json(string text)
        {
            this.text = text;
        }

        internal static object Read(string text)
        {
            var json = new Json(text);
            object value = json.Value(0);
            json.Space();
            if (json.at < text.Length) throw Malformed();
            return value;
        }

        /// <summary>Null if the bytes are no JSON object.</summary>
        internal static Dictionary<string, object> Object(byte[] bytes)
        {
            if (bytes == null) return null;
            try
            {
                return Read(Encoding.UTF8.GetString(bytes)) as Dictionary<string, object>;
            }
            catch (FormatException)
            {
                return null;
            }
        }

        private static FormatException Malformed()
        {
            return new FormatException("The text is no JSON.");
        }

        private object Value(int depth)
        {
            if (depth > DepthMax) throw Malformed();
            Space();
            if (at >= text.Length) throw Malformed();
            switch (text[at])
            {
                case '{':
                    return Members(depth);
                case '[':
                    return Items(depth);
                case '"':
                    return String();
                case 't':
                    return Word("true", true);
                case 'f':
                    return Word("false", false);
                case 'n':
                    return Word("null", null);
                default:
                    return NumberValue();
            }
        }

        private Dictionary<string, object> Members(int depth)
        {
            var members = new Dictionary<string, object>();
            at++;
            if (Take('}')) return members;
            do
            {
                Space();
                if (at >= text.Length || text[at] != '"') throw Malformed();
                string name = String();
                Need(':');
                members[name] = Value(depth + 1);
            }
            while (Take(','));
            Need('}');
            return members;
        }

        private List<object> Items(int depth)
        {
            var items = new List<object>();
            at++;
            if (Take(']')) return items;
            do
            {
                items.Add(Value(depth + 1));
            }
            while (Take(','));
            Need(']');
            return items;
        }

        private string String()
        {
            var found = new StringBuilder();
            at++;
            while (at < text.Length)
            {
                char unit = text[at++];
                if (unit == '"') return found.ToString();
                if (unit < ' ') throw Malformed();
                found.Append(unit == '\\' ? Escaped() : unit);
            }
            throw Malformed();
        }

        private char Escaped()
        {
            if (at >= text.Length) throw Malformed();
            char unit = text[at++];
            int known = "\"\\/bfnrt".IndexOf(unit);
            if (known >= 0) return "\"\\/\b\f\n\r\t"[known];
            if (unit != 'u' || at + 4 > text.Length) throw Malformed();
            int code = 0;
            for (int end = at + 4; at < end; at++)
            {
                int digit = "0123456789abcdef".IndexOf(char.ToLowerInvariant(text[at]));
                if (digit < 0) throw Malformed();
                code = code * 16 + digit;
            }
            return (char)code;
        }

        private object NumberValue()
        {
            Match match = Number.Match(text, at);
            if (!match.Success) throw Malformed();
            at += match.Length;
            bool isWhole = !match.Groups[1].Success && !match.Groups[2].Success;
            var invariant = CultureInfo.InvariantCulture;
            if (isWhole && match.Length <= 18) return long.Parse(match.Value, invariant);
            return double.Parse(match.Value, invariant);
        }

        private object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw Malformed();
            at += word.Length;
            return value;
        }

        private void Space()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }

        private bool Take(char wanted)
        {
            Space();
            bool isThere = at < text.Length && text[at] == wanted;
            if (isThere) at++;
            return isThere;
        }

        private void Need(char wanted)
        {
            if (!Take(wanted)) throw Malformed();
        }
    }
}
