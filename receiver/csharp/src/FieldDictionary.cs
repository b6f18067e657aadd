using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

namespace Ringpost.Receiver
{
    /// <summary>A list of plain names, with parameters that are strings or longs.</summary>
    internal sealed class InnerList
    {
        internal List<string> Items;
        internal Dictionary<string, object> Parameters;
        internal string Text;
    }

    /// <summary>
    /// HTTP structured fields (RFC 9651) as far as signatures need them. Members in another form are
    /// accepted and not parsed, because signatures of other parties use the same headers. The text of
    /// each list is kept unchanged, because it is itself a part of the signed content.
    /// </summary>
    internal sealed class FieldDictionary
    {
        private const int MembersMax = 16;
        private static readonly Regex Key = new Regex(@"\G[a-z*][a-z0-9_.*-]*");
        private static readonly Regex Bytes = new Regex(@"\G:([A-Za-z0-9+/]*={0,2}):");
        private static readonly Regex String =
            new Regex(@"\G""((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[""\\])*)""");
        private static readonly Regex Integer = new Regex(@"\G-?[0-9]{1,15}(?![0-9.])");

        /// <summary>Decimals, tokens, booleans, dates and display strings, which are skipped.</summary>
        private static readonly Regex[] Others =
        {
            new Regex(@"\G-?[0-9]{1,12}\.[0-9]{1,3}"),
            new Regex(@"\G[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*"),
            new Regex(@"\G\?[01]"),
            new Regex(@"\G@-?[0-9]{1,15}"),
            new Regex(@"\G%""[\x20-\x21\x23-\x7e]*"""),
        };

        private static readonly Regex Separator = new Regex(@"\G[ \t]*,[ \t]*");
        private static readonly Regex Semicolon = new Regex(@"\G; *");
        private static readonly Regex EqualSign = new Regex(@"\G=");
        private static readonly Regex Open = new Regex(@"\G\(");
        private static readonly Regex Close = new Regex(@"\G *\)");
        private static readonly Regex Spaces = new Regex(@"\G +");

        /// <summary>A value of a kind that is not read.</summary>
        private static readonly object Unread = new object();

        private readonly string text;
        private int at;

        private FieldDictionary(string text)
        {
            this.text = text;
        }

        /// <summary>
        /// The members in their order: byte[], InnerList or another object; null if the text is no
        /// dictionary.
        /// </summary>
        internal static List<KeyValuePair<string, object>> Parse(string text)
        {
            try
            {
                return new FieldDictionary(text).Members();
            }
            catch (FormatException)
            {
                return null;
            }
        }

        internal static object Find(List<KeyValuePair<string, object>> members, string key)
        {
            return members == null ? null : members.FirstOrDefault(each => each.Key == key).Value;
        }

        private List<KeyValuePair<string, object>> Members()
        {
            var members = new List<KeyValuePair<string, object>>();
            while (members.Count < MembersMax)
            {
                string key = Need(Key);
                object member = Member();
                if (members.Any(each => each.Key == key)) throw new FormatException();
                members.Add(new KeyValuePair<string, object>(key, member));
                if (at == text.Length) return members;
                Need(Separator);
            }
            throw new FormatException();
        }

        private Match Take(Regex pattern)
        {
            Match match = pattern.Match(text, at);
            if (!match.Success) return null;
            at += match.Length;
            return match;
        }

        private string Need(Regex pattern)
        {
            Match match = Take(pattern);
            if (match == null) throw new FormatException();
            return match.Value;
        }

        private object Member()
        {
            if (Take(EqualSign) == null)
            {
                Parameters();
                return Unread;
            }
            if (at < text.Length && text[at] == '(') return List();
            object value = Value();
            return Parameters().Count == 0 && value is byte[] ? value : Unread;
        }

        private object Value()
        {
            Match match = Take(Bytes);
            if (match != null)
            {
                string bare = match.Groups[1].Value.TrimEnd('=');
                return Convert.FromBase64String(bare + new string('=', (4 - bare.Length % 4) % 4));
            }
            match = Take(String);
            if (match != null) return Regex.Replace(match.Groups[1].Value, @"\\([""\\])", "$1");
            match = Take(Integer);
            if (match != null) return long.Parse(match.Value, CultureInfo.InvariantCulture);
            if (Others.Any(other => Take(other) != null)) return Unread;
            throw new FormatException();
        }

        private Dictionary<string, object> Parameters()
        {
            var parameters = new Dictionary<string, object>();
            while (Take(Semicolon) != null)
            {
                string name = Need(Key);
                if (parameters.ContainsKey(name)) throw new FormatException();
                parameters[name] = Take(EqualSign) == null ? Unread : Value();
            }
            return parameters;
        }

        /// <summary>A list that names a component by anything but a plain string is of another
        /// kind.</summary>
        private object List()
        {
            int start = at;
            Need(Open);
            var items = new List<string>();
            int count = 0;
            while (Take(Close) == null)
            {
                if (Take(Spaces) == null && count > 0) throw new FormatException();
                var item = Value() as string;
                bool isPlain = Parameters().Count == 0;
                count++;
                if (isPlain && item != null && !items.Contains(item)) items.Add(item);
            }
            var parameters = Parameters();
            bool isRead = parameters.Values.All(each => each is string || each is long);
            if (items.Count < count || !isRead) return Unread;
            string own = text.Substring(start, at - start);
            return new InnerList { Items = items, Parameters = parameters, Text = own };
        }
    }
}
