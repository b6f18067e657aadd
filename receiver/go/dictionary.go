package receiver

import (
	"encoding/base64"
	"regexp"
	"strconv"
	"strings"
)

// HTTP structured fields (RFC 9651) as far as signatures need them. Members in another form are
// accepted and not parsed, because signatures of other parties use the same headers. The text of
// each list is kept unchanged, because it is itself a part of the signed content.

const membersMax = 16

var (
	keyPattern       = regexp.MustCompile(`^[a-z*][a-z0-9_.*-]*`)
	bytesPattern     = regexp.MustCompile(`^:([A-Za-z0-9+/]*={0,2}):`)
	stringPattern    = regexp.MustCompile(`^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"`)
	integerPattern   = regexp.MustCompile(`^-?[0-9]{1,15}`)
	separatorPattern = regexp.MustCompile(`^[ \t]*,[ \t]*`)
	semicolonPattern = regexp.MustCompile(`^; *`)
	closePattern     = regexp.MustCompile(`^ *\)`)
	spacesPattern    = regexp.MustCompile(`^ +`)
	// Decimals, tokens, booleans, dates and display strings, which are skipped.
	otherPatterns = []*regexp.Regexp{
		regexp.MustCompile(`^-?[0-9]{1,12}\.[0-9]{1,3}`),
		regexp.MustCompile("^[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*"),
		regexp.MustCompile(`^\?[01]`),
		regexp.MustCompile(`^@-?[0-9]{1,15}`),
		regexp.MustCompile(`^%"[\x20-\x21\x23-\x7e]*"`),
	}
	escapes = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
)

// innerList is a member that lists plain names; its parameters are string or int64.
type innerList struct {
	items      []string
	parameters map[string]any
	text       string
}

func (list *innerList) has(name string) bool {
	for _, item := range list.items {
		if item == name {
			return true
		}
	}
	return false
}

// unread is a value of a kind that is not read.
type unread struct{}

type member struct {
	key string
	// value is []byte, *innerList or unread.
	value any
}

type fieldParser struct {
	text string
	at   int
}

// parseDictionary keeps the order of the members; not ok if the text is no dictionary.
func parseDictionary(text string) (members []member, ok bool) {
	parser := &fieldParser{text: text}
	for len(members) < membersMax {
		key, found := parser.take(keyPattern)
		if !found {
			return nil, false
		}
		value, found := parser.member()
		if !found || find(members, key[0]) != nil {
			return nil, false
		}
		members = append(members, member{key[0], value})
		if parser.at == len(text) {
			return members, true
		}
		if _, found := parser.take(separatorPattern); !found {
			return nil, false
		}
	}
	return nil, false
}

func find(members []member, key string) any {
	for _, each := range members {
		if each.key == key {
			return each.value
		}
	}
	return nil
}

func (parser *fieldParser) take(pattern *regexp.Regexp) ([]string, bool) {
	match := pattern.FindStringSubmatch(parser.text[parser.at:])
	if match == nil {
		return nil, false
	}
	parser.at += len(match[0])
	return match, true
}

func (parser *fieldParser) takeByte(wanted byte) bool {
	if parser.at < len(parser.text) && parser.text[parser.at] == wanted {
		parser.at++
		return true
	}
	return false
}

func (parser *fieldParser) member() (any, bool) {
	if !parser.takeByte('=') {
		_, ok := parser.parameters()
		return unread{}, ok
	}
	if parser.at < len(parser.text) && parser.text[parser.at] == '(' {
		return parser.list()
	}
	value, ok := parser.value()
	if !ok {
		return nil, false
	}
	parameters, ok := parser.parameters()
	if bytes, isBytes := value.([]byte); isBytes && len(parameters) == 0 {
		return bytes, ok
	}
	return unread{}, ok
}

func (parser *fieldParser) value() (any, bool) {
	if match, ok := parser.take(bytesPattern); ok {
		bytes, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(match[1], "="))
		return bytes, err == nil
	}
	if match, ok := parser.take(stringPattern); ok {
		return escapes.Replace(match[1]), true
	}
	if match := integerPattern.FindString(parser.text[parser.at:]); match != "" {
		end := parser.at + len(match)
		if end == len(parser.text) || !strings.ContainsRune("0123456789.", rune(parser.text[end])) {
			parser.at = end
			number, err := strconv.ParseInt(match, 10, 64)
			return number, err == nil
		}
	}
	for _, other := range otherPatterns {
		if _, ok := parser.take(other); ok {
			return unread{}, true
		}
	}
	return nil, false
}

func (parser *fieldParser) parameters() (map[string]any, bool) {
	parameters := map[string]any{}
	for {
		if _, ok := parser.take(semicolonPattern); !ok {
			return parameters, true
		}
		name, ok := parser.take(keyPattern)
		if !ok {
			return nil, false
		}
		if _, isTwice := parameters[name[0]]; isTwice {
			return nil, false
		}
		var value any = unread{}
		if parser.takeByte('=') {
			if value, ok = parser.value(); !ok {
				return nil, false
			}
		}
		parameters[name[0]] = value
	}
}

// list: one that names a component by anything but a plain string is of another kind.
func (parser *fieldParser) list() (any, bool) {
	start := parser.at
	parser.takeByte('(')
	list := &innerList{}
	count := 0
	for {
		if _, ok := parser.take(closePattern); ok {
			break
		}
		if _, ok := parser.take(spacesPattern); !ok && count > 0 {
			return nil, false
		}
		item, ok := parser.value()
		if !ok {
			return nil, false
		}
		parameters, ok := parser.parameters()
		if !ok {
			return nil, false
		}
		count++
		name, isText := item.(string)
		if isText && len(parameters) == 0 && !list.has(name) {
			list.items = append(list.items, name)
		}
	}
	parameters, ok := parser.parameters()
	if !ok {
		return nil, false
	}
	isRead := len(list.items) == count
	for _, value := range parameters {
		switch value.(type) {
		case string, int64:
		default:
			isRead = false
		}
	}
	if !isRead {
		return unread{}, true
	}
	list.parameters, list.text = parameters, parser.text[start:parser.at]
	return list, true
}
