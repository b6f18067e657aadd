# frozen_string_literal: true

require 'json'
require 'openssl'

module RingpostReceiver
  # A set of given keys, as JWKs; those that cannot be used are skipped.
  class FixedKeys
    MODULUS_BITS = (2_048..8_192).freeze
    # FIPS 186-5: signatures with small exponents can be forged if a verifier is lax.
    EXPONENTS = (65_537..(2**63)).freeze

    def initialize(jwks)
      @keys = {}
      jwks.each do |jwk|
        key = jwk.is_a?(Hash) ? FixedKeys.read(jwk) : nil
        @keys[jwk['kid']] = key unless key.nil?
      end
    end

    # Raises InvalidWebhook with :unknown_key.
    def lookup(kid)
      @keys[kid] || raise(InvalidWebhook.new(:unknown_key, "No key has the id #{kid[0, 64]}."))
    end

    def key?(kid)
      @keys.key?(kid)
    end

    def self.read(jwk)
      for_signing = jwk.fetch('use', 'sig') == 'sig' && jwk.fetch('alg', 'RS256') == 'RS256'
      texts = jwk.values_at('kid', 'n', 'e')
      is_whole = texts.all? { |text| text.is_a?(String) && !text.empty? }
      return nil unless jwk['kty'] == 'RSA' && for_signing && is_whole

      modulus, exponent = texts.drop(1).map { |text| number(text) }
      return nil if modulus.nil? || exponent.nil? || exponent.even?
      return nil unless MODULUS_BITS.cover?(modulus.bit_length) && EXPONENTS.cover?(exponent)

      public_key(modulus, exponent)
    rescue OpenSSL::PKey::PKeyError
      nil
    end

    def self.number(text)
      return nil unless /\A[A-Za-z0-9_-]+\z/.match?(text) && text.length % 4 != 1

      "#{text.tr('-_', '+/')}#{'=' * (-text.length % 4)}".unpack1('m').unpack1('H*').to_i(16)
    end

    def self.public_key(modulus, exponent)
      numbers = [modulus, exponent].map { |each| OpenSSL::ASN1::Integer(each.to_bn) }
      algorithm = OpenSSL::ASN1::Sequence(
        [OpenSSL::ASN1::ObjectId('rsaEncryption'), OpenSSL::ASN1::Null(nil)]
      )
      bits = OpenSSL::ASN1::BitString(OpenSSL::ASN1::Sequence(numbers).to_der)
      OpenSSL::PKey::RSA.new(OpenSSL::ASN1::Sequence([algorithm, bits]).to_der)
    end
  end

  # The keys of a project, fetched from its JWKS address and kept; safe for threads. The address is
  # fixed when the set is made: never take it from a request. An unknown id causes another fetch, at
  # most once a minute, so that made-up ids cannot cause a flood of requests.
  class KeySet
    MAX_AGE_MS = 5 * 60_000
    # How long fetched keys are used if the address cannot be reached.
    STALE_MS_MAX = 60 * 60_000
    UNKNOWN_KEY_PAUSE_MS = 60_000
    FAILURE_PAUSE_MS = 5_000
    FETCH_SECONDS_MAX = 5
    DOCUMENT_BYTES_MAX = 65_536
    KEYS_MAX = 32

    State = Struct.new(:keys, :fetched_at_ms, :failure)
    private_constant :State

    # +get+ (as Transport.get) and +now_ms+ are for tests.
    def initialize(jwks_url, allow_http: false, get: nil, now_ms: nil)
      @address = Transport.checked(jwks_url, allow_http)
      @get = get || Transport.method(:get)
      @now_ms = now_ms || -> { Transport.now_s * 1_000 }
      @mutex = Mutex.new
      @state = State.new(FixedKeys.new([]), nil, nil).freeze
      @tried_at_ms = nil
    end

    # Raises InvalidWebhook with :unknown_key, or with :keys_unavailable if the keys cannot be
    # fetched now.
    def lookup(kid)
      # A caller that asks during a fetch waits for that fetch, and looks again.
      @mutex.synchronize { refresh if !fresh?(kid) && due? } unless fresh?(kid)
      state = @state
      unless within?(state.fetched_at_ms, STALE_MS_MAX)
        raise InvalidWebhook.new(:keys_unavailable, state.failure.to_s)
      end
      if state.failure && !state.keys.key?(kid)
        raise InvalidWebhook.new(:keys_unavailable, state.failure)
      end

      state.keys.lookup(kid)
    end

    private

    def within?(at_ms, age_ms)
      !at_ms.nil? && @now_ms.call - at_ms <= age_ms
    end

    def fresh?(kid)
      state = @state
      within?(state.fetched_at_ms, MAX_AGE_MS) && state.keys.key?(kid)
    end

    def due?
      pause_ms = @state.failure.nil? ? UNKNOWN_KEY_PAUSE_MS : FAILURE_PAUSE_MS
      @tried_at_ms.nil? || @now_ms.call - @tried_at_ms >= pause_ms
    end

    def refresh
      @tried_at_ms = @now_ms.call
      @state = State.new(fetch, @now_ms.call, nil).freeze
    rescue Transport::Failed, JSON::ParserError => e
      @state = State.new(@state.keys, @state.fetched_at_ms, e.message).freeze
    end

    def fetch
      accept = { 'accept' => 'application/json' }
      answer = @get.call(@address, accept, DOCUMENT_BYTES_MAX, FETCH_SECONDS_MAX)
      unless answer.status == 200
        raise Transport::Failed, "The JWKS address answered #{answer.status}."
      end
      raise Transport::Failed, 'The key set is too large.' if answer.body.nil?

      document = JSON.parse(answer.body)
      jwks = document.is_a?(Hash) ? document['keys'] : nil
      unless jwks.is_a?(Array)
        raise Transport::Failed, 'The JWKS address did not answer with a key set.'
      end

      FixedKeys.new(jwks.first(KEYS_MAX))
    end
  end
end
