# frozen_string_literal: true

require 'strscan'

module RingpostReceiver
  # HTTP structured fields (RFC 9651) as far as signatures need them. Members in another form are
  # accepted and not parsed, because signatures of other parties use the same headers. The text of
  # each list is kept unchanged, because it is itself a part of the signed content.
  class Dictionary
    MEMBERS_MAX = 16
    KEY = /[a-z*][a-z0-9_.*-]*/.freeze
    BYTES = %r{:([A-Za-z0-9+/]*={0,2}):}.freeze
    STRING = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*+)"/.freeze
    INTEGER = /-?[0-9]{1,15}(?![0-9.])/.freeze
    # Decimals, tokens, booleans, dates and display strings, which are skipped.
    OTHERS = [
      /-?[0-9]{1,12}\.[0-9]{1,3}/, %r{[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*},
      /\?[01]/, /@-?[0-9]{1,15}/, /%"[\x20-\x21\x23-\x7e]*"/
    ].freeze

    Bytes = Struct.new(:bytes)
    InnerList = Struct.new(:items, :parameters, :text)
    Malformed = Class.new(StandardError)
    UNREAD = :unread

    # By key a Bytes, an InnerList or :unread; nil if the text is no dictionary.
    def self.parse(text)
      new(text).members
    rescue Malformed, ArgumentError
      nil
    end

    def initialize(text)
      @scanner = StringScanner.new(text)
    end

    def members
      members = {}
      while members.length < MEMBERS_MAX
        key = need(KEY)
        found = member
        raise Malformed if members.key?(key)

        members[key] = found
        return members if @scanner.eos?

        need(/[ \t]*,[ \t]*/)
      end
      raise Malformed
    end

    private

    def need(pattern)
      @scanner.scan(pattern) || raise(Malformed)
    end

    def member
      if @scanner.skip(/=/).nil?
        parameters
        return UNREAD
      end
      return list if @scanner.check(/\(/)

      found = value
      parameters.empty? && found.is_a?(Bytes) ? found : UNREAD
    end

    def value
      return Bytes.new(decoded(@scanner[1])) if @scanner.scan(BYTES)
      return @scanner[1].gsub(/\\(["\\])/, '\1') if @scanner.scan(STRING)

      integer = @scanner.scan(INTEGER)
      return integer.to_i unless integer.nil?
      return UNREAD if OTHERS.any? { |other| @scanner.scan(other) }

      raise Malformed
    end

    def decoded(base64)
      bare = base64.delete('=')
      "#{bare}#{'=' * (-bare.length % 4)}".unpack1('m0')
    end

    def parameters
      found = {}
      until @scanner.skip(/; */).nil?
        name = need(KEY)
        raise Malformed if found.key?(name)

        found[name] = @scanner.skip(/=/).nil? ? UNREAD : value
      end
      found
    end

    # A list that names a component by anything but a plain string is of another kind.
    def list
      start = @scanner.pos
      need(/\(/)
      items = []
      count = 0
      while @scanner.skip(/ *\)/).nil?
        raise Malformed if @scanner.skip(/ +/).nil? && count.positive?

        item = value
        items |= [item] if parameters.empty? && item.is_a?(String)
        count += 1
      end
      found = parameters
      is_read = found.values.all? { |each| each.is_a?(String) || each.is_a?(Integer) }
      return UNREAD if items.length < count || !is_read

      InnerList.new(items, found, @scanner.string.byteslice(start, @scanner.pos - start))
    end
  end
end
