# frozen_string_literal: true

require 'openssl'

module RingpostReceiver
  # The service sends at most 64 KiB.
  BODY_BYTES_MAX = 262_144

  # Answers the event of a request, or raises InvalidWebhook with the reason and the status to
  # answer; raises ArgumentError on options that would verify nothing.
  #
  # headers:: a Hash, or pairs: a header that came twice must be seen twice
  # raw_body:: the bytes as they came: JSON that was parsed and written again does not verify
  # keys:: a KeySet, or the project's public keys as JWKs
  # signing_secret:: the whsec_ of an endpoint with hmac-sha256; an Array of two during a rotation
  # bearer_token:: the token of the endpoint; an Array of two during a rotation
  # signature_format:: demands webhook-signature, rfc9421 or both; nil: each that came must be valid
  # endpoint_id:: refuses webhooks to another endpoint of the same project
  # accept_unsigned_identity:: accepts requests of older services, whose signature does not cover
  #   event and sequence; needs endpoint_id; the event is then not proven
  def self.verify(headers, raw_body, keys: nil, signing_secret: [], bearer_token: [],
                  signature_format: nil, endpoint_id: nil, content_key: 'message',
                  tolerance_s: 300, accept_unsigned_identity: false, now_ms: nil)
    Verification.new(
      keys: keys, secrets: Array(signing_secret), tokens: Array(bearer_token),
      format: signature_format&.to_s, endpoint_id: endpoint_id, content_key: content_key,
      tolerance_s: tolerance_s, accept_unsigned: accept_unsigned_identity,
      now_s: (now_ms ? now_ms.call / 1_000.0 : Time.now.to_f)
    ).event(headers, raw_body)
  end

  # One call of RingpostReceiver.verify.
  class Verification
    PAYLOAD_VERSIONS = %w[1 2].freeze
    SECRET_BYTES = (24..64).freeze
    # Without dots, which separate the parts of the signed content.
    ID = /\A[\x21-\x2d\x2f-\x7e]{1,256}\z/.freeze
    COUNT = /\A[1-9][0-9]{0,8}\z/.freeze
    REQUIRED = {
      'webhook-id' => ID,
      'webhook-endpoint-id' => ID,
      'webhook-event' => /\A[A-Z][A-Z0-9_]{0,127}\z/,
      'webhook-timestamp' => /\A[1-9][0-9]{0,11}\z/,
      'webhook-attempt' => COUNT,
      'webhook-sequence' => COUNT
    }.freeze
    TOKEN = %r{\Abearer +([A-Za-z0-9._~+/-]+=*)\z}i.freeze

    Options = Struct.new(:keys, :secrets, :tokens, :format, :endpoint_id, :content_key,
                         :tolerance_s, :accept_unsigned, :now_s, keyword_init: true)

    def initialize(**options)
      @options = Options.new(**options)
      tolerance = @options.tolerance_s
      unless tolerance.is_a?(Numeric) && tolerance.finite? && tolerance >= 0
        raise ArgumentError, 'tolerance_s must be a finite number of seconds, 0 or more'
      end
      if @options.keys.nil? && @options.secrets.empty? && @options.tokens.empty?
        raise ArgumentError, 'verify needs keys, signing_secret or bearer_token'
      end
      if @options.accept_unsigned && @options.endpoint_id.nil?
        raise ArgumentError, 'accept_unsigned_identity needs endpoint_id'
      end

      @secrets = @options.secrets.map { |text| secret_bytes(text) }
      keys = @options.keys
      @keys = keys.is_a?(Array) ? FixedKeys.new(keys) : keys
    end

    def event(headers, raw_body)
      raw_body = raw_body.b
      if raw_body.bytesize > BODY_BYTES_MAX
        invalid(:body_too_large, "The body has more than #{BODY_BYTES_MAX} bytes.")
      end
      @headers = joined(headers)
      check_headers
      timestamp = @headers['webhook-timestamp'].to_i
      check_time(timestamp - @options.now_s)
      check_token unless @options.tokens.empty?
      identity, is_reopened = proven(raw_body, timestamp)
      if identity == 'unsigned' && !@options.accept_unsigned
        invalid(:identity_unsigned, 'The signature does not cover webhook-endpoint-id, ' \
                                    'webhook-event and webhook-sequence.')
      end
      Event.new(
        webhook_id: text('webhook-id'), endpoint_id: text('webhook-endpoint-id'),
        event: text('webhook-event'), attempt: @headers['webhook-attempt'].to_i,
        sequence: identity == 'unsigned' ? nil : @headers['webhook-sequence'].to_i,
        reopened: is_reopened, run_id: text('acw-run-id'), identity: identity,
        payload: Payload.parse(raw_body, text('webhook-event'), @options.content_key)
      ).freeze
    end

    private

    def proven(raw_body, timestamp)
      is_reopened = @headers['webhook-reopened'] == 'true'
      return ['token', is_reopened] if @keys.nil? && @secrets.empty?

      request = Signatures::Request.new(@headers, raw_body, timestamp, @options.now_s)
      proof = Signatures.new(request, @keys, @secrets).check(@options.format)
      return ['token', is_reopened] if !proof.signed && !@options.tokens.empty?

      [proof.signed ? 'signed' : 'unsigned', proof.reopened]
    end

    # A header sent twice is joined, so that a second value cannot hide behind the first.
    def joined(headers)
      headers.each_with_object({}) do |(name, given), values|
        lower = name.to_s.downcase
        Array(given).each do |value|
          text = value.b.gsub(/\A[ \t\r\n]+|[ \t\r\n]+\z/, '')
          values[lower] = values.key?(lower) ? "#{values[lower]}, #{text}" : text
        end
      end
    end

    # Those that are told were matched against patterns of ASCII.
    def text(name)
      @headers[name]&.dup&.force_encoding(Encoding::UTF_8)
    end

    def check_headers
      REQUIRED.each do |name, pattern|
        value = @headers[name]
        invalid(:missing_header, "#{name} is missing.") if value.nil?
        invalid(:malformed_header, "#{name} is malformed.") unless pattern.match?(value)
      end
      own = @headers['webhook-endpoint-id']
      run_id = @headers['acw-run-id']
      invalid(:malformed_header, 'acw-run-id is malformed.') unless run_id.nil? || ID.match?(run_id)
      unless @headers.fetch('acw-agent-id', own) == own
        invalid(:malformed_header, 'acw-agent-id is another than webhook-endpoint-id.')
      end
      unless PAYLOAD_VERSIONS.include?(@headers.fetch('webhook-payload-version', '1'))
        invalid(:payload_version, 'The payload has a version that is not known here.')
      end
      return if @options.endpoint_id.nil? || @options.endpoint_id == own

      invalid(:wrong_endpoint, 'The webhook was sent to another endpoint.')
    end

    def check_time(ahead_s)
      # Written so that a clock that returns NaN refuses everything.
      unless ahead_s >= -@options.tolerance_s
        invalid(:timestamp_too_old, 'webhook-timestamp is too old.')
      end
      return unless ahead_s > @options.tolerance_s

      invalid(:timestamp_in_future, 'webhook-timestamp is in the future.')
    end

    def check_token
      authorization = @headers['authorization']
      invalid(:missing_header, 'authorization is missing.') if authorization.nil?
      match = TOKEN.match(authorization)
      invalid(:bearer_mismatch, 'authorization is no Bearer token.') if match.nil?
      # Hashed, so that the duration does not even reveal the length of the expected token.
      given = OpenSSL::Digest.digest('SHA256', match[1])
      matches = false
      @options.tokens.each do |token|
        matches |= Signatures.same?(given, OpenSSL::Digest.digest('SHA256', token))
      end
      invalid(:bearer_mismatch, 'The Bearer token is another one.') unless matches
    end

    # The error does not repeat the text.
    def secret_bytes(text)
      bytes = begin
        text.start_with?('whsec_') ? text.delete_prefix('whsec_').unpack1('m0') : ''
      rescue ArgumentError
        ''
      end
      return bytes if SECRET_BYTES.cover?(bytes.bytesize)

      raise ArgumentError, 'a signing secret is whsec_ and base64 of 24 to 64 bytes'
    end

    def invalid(reason, detail)
      raise InvalidWebhook.new(reason, detail)
    end
  end
  private_constant :Verification
end
