# frozen_string_literal: true

require 'openssl'

module RingpostReceiver
  # The signatures of a request: the required ones are there, and each that is there is valid. An
  # unsigned header proves nothing: any program that forwards a request may write anything into it.
  class Signatures
    # Two keys sign during a rotation; further signatures are ignored.
    SIGNATURES_MAX = 8
    TAG = 'call-event-webhook'
    ALGORITHM = 'rsa-v1_5-sha256'
    COVERED = %w[
      @method content-digest webhook-id webhook-timestamp webhook-event webhook-endpoint-id
    ].freeze
    # Covered in addition, except by older services; also the run if the request names one.
    COVERED_IDENTITY = %w[webhook-sequence webhook-payload-version].freeze

    Identity = Struct.new(:header, :by_key, :by_secret)
    PLAIN = Identity.new('webhook-signature', 'v1rs256', 'v1').freeze
    IDENTITY = Identity.new('webhook-identity-signature', 'v2rs256', 'v2').freeze
    REOPENED = Identity.new('webhook-reopened-signature', 'v3rs256', 'v3').freeze

    # Whether a signature covers endpoint, event, sequence and run, and that it was reopened.
    Proof = Struct.new(:signed, :reopened)
    Request = Struct.new(:headers, :raw_body, :timestamp, :now)

    def initialize(request, keys, secrets)
      @request = request
      @headers = request.headers
      @keys = keys
      @secrets = secrets
    end

    def check(wanted)
      has_simple = @headers.key?(PLAIN.header)
      has_message = @headers.key?('signature-input') || @headers.key?('signature')
      if !has_simple && wanted != 'rfc9421' && (!has_message || wanted)
        missing('webhook-signature is missing.')
      end
      wants_message = %w[rfc9421 both].include?(wanted)
      if !has_message && wants_message
        missing('Signature-Input and Signature are missing.')
      end
      simple = has_simple ? check_simple : Proof.new(false, false)
      return simple unless has_message

      if @keys.nil?
        # A proxy on the way added it: an endpoint with a secret signs in no other form.
        has_simple ? (return simple) : missing('webhook-signature is missing.')
      end
      begin
        message = check_message
      rescue InvalidWebhook => e
        # A proxy on the way may have added a signature to a request that the service signed only
        # in the other form.
        is_ours = e.reason != :signature_missing
        return simple if !is_ours && has_simple && !wants_message

        raise
      end
      Proof.new(simple.signed || message.signed, simple.reopened || message.reopened)
    end

    private

    # Checks webhook-signature, and the identity signature if there is one.
    def check_simple
      has_secret_entry = !entries(PLAIN.header, PLAIN.by_secret).empty?
      by_secret = !@secrets.empty? && (@keys.nil? || has_secret_entry)
      check_header(PLAIN, by_secret)
      return Proof.new(false, false) unless @headers.key?(IDENTITY.header)

      check_header(IDENTITY, by_secret)
      return Proof.new(true, false) unless @headers['webhook-reopened'] == 'true'

      begin
        check_header(REOPENED, by_secret)
        Proof.new(true, true)
      rescue InvalidWebhook
        # Without its own signature the header is worth nothing, but the request is whole.
        Proof.new(true, false)
      end
    end

    def check_header(identity, by_secret)
      version = by_secret ? identity.by_secret : identity.by_key
      signed = identity.equal?(PLAIN) ? plain_content : identity_content(version)
      if by_secret
        check_secrets(entries(identity.header, version), signed)
      elsif @keys.nil?
        missing('webhook-signature is missing.')
      else
        check_entries(identity.header, version, signed)
      end
    end

    def plain_content
      content('', %w[webhook-id webhook-timestamp])
    end

    def identity_content(version)
      names = %w[webhook-id webhook-timestamp webhook-endpoint-id webhook-event webhook-sequence
                 webhook-payload-version acw-run-id]
      content("#{version}.", names)
    end

    def content(prefix, names)
      "#{prefix}#{names.map { |name| "#{@headers[name]}." }.join}".b + @request.raw_body
    end

    # The base64 of each entry of this version.
    def entries(header, version)
      start = "#{version},"
      listed(header).select { |each| each.start_with?(start) }
                    .map { |each| each.delete_prefix(start) }
    end

    def listed(header)
      @headers.fetch(header, '').split(/ +/).reject(&:empty?).first(SIGNATURES_MAX)
    end

    def check_entries(header, version, signed)
      signatures = entries(header, version)
      kids = listed('webhook-key-id')
      if signatures.empty? || signatures.length != kids.length
        detail = "#{header} must list one #{version} entry for each id in webhook-key-id."
        raise InvalidWebhook.new(:malformed_header, detail)
      end
      check_any(kids.zip(signatures).map { |kid, base64| [kid, signed, decoded(base64)] })
    end

    # One valid signature by a known key is enough, which is what lets keys rotate. Of several
    # failures it reports the one that a later try may resolve.
    def check_any(candidates)
      failure = nil
      candidates.first(SIGNATURES_MAX).each do |kid, signed, signature|
        begin
          key = @keys.lookup(kid)
        rescue InvalidWebhook => e
          may_pass = failure&.reason == :keys_unavailable
          failure = e if e.reason == :keys_unavailable || !may_pass
          next
        end
        return if signed?(key, signed, signature)

        failure ||= mismatch
      end
      raise failure unless failure.nil?

      missing('The request has no signature that is known here.')
    end

    def signed?(key, signed, signature)
      key.verify('SHA256', signature, signed)
    rescue OpenSSL::PKey::PKeyError
      false
    end

    def check_secrets(entries, signed)
      missing('The request is not signed with a secret.') if entries.empty?
      matches = false
      @secrets.each do |secret|
        expected = OpenSSL::HMAC.digest('SHA256', secret, signed)
        entries.each { |entry| matches |= Signatures.same?(decoded(entry), expected) }
      end
      raise mismatch unless matches
    end

    # Compares in constant time.
    def self.same?(given, expected)
      given.bytesize == expected.bytesize &&
        OpenSSL.fixed_length_secure_compare(given, expected)
    end

    def decoded(base64)
      base64.unpack1('m0')
    rescue ArgumentError
      ''
    end

    # HTTP Message Signatures (RFC 9421) with Content-Digest (RFC 9530). The signature covers the
    # digest and not the body, so the digest is computed anew from the body.
    def check_message
      inputs = Dictionary.parse(@headers.fetch('signature-input', ''))
      signatures = Dictionary.parse(@headers.fetch('signature', ''))
      if inputs.nil? || signatures.nil?
        detail = 'Signature-Input or Signature cannot be read.'
        raise InvalidWebhook.new(:malformed_header, detail)
      end
      found = { reopened: [], signed: [], unsigned: [] }
      fault = nil
      inputs.each do |label, input|
        signature = signatures[label]
        next unless input.is_a?(Dictionary::InnerList) && signature.is_a?(Dictionary::Bytes)
        # A proxy on the way may add its own signatures; they carry another tag, or fail here.
        next unless input.parameters['tag'] == TAG

        open_fault = cover_fault(input)
        base = open_fault.nil? ? signature_base(input) : nil
        if base.nil?
          detail = 'A covered header is missing or not known.'
          fault ||= open_fault || InvalidWebhook.new(:not_covered, detail)
          next
        end
        found[cover(input.items)] << [input.parameters['keyid'], base, signature.bytes]
      end
      checked(found, fault)
    end

    def checked(found, fault)
      failure = nil
      found.reject { |_, candidates| candidates.empty? }.each do |cover, candidates|
        begin
          check_any(candidates)
        rescue InvalidWebhook => e
          failure ||= e
          next
        end
        unless digest_matches?
          detail = 'Content-Digest is not the SHA-256 of the body.'
          raise InvalidWebhook.new(:digest_mismatch, detail)
        end
        return Proof.new(cover != :unsigned, cover == :reopened)
      end
      raise failure || fault if failure || fault

      missing('No signature has the tag that is known here.')
    end

    # What the signature does not cover; nil if it covers all that is required.
    def cover_fault(input)
      parameters = input.parameters
      uncovered = (COVERED - input.items).first
      detail =
        if uncovered
          "The signature does not cover #{uncovered}."
        elsif parameters['alg'] != ALGORITHM
          "The signature must state alg=\"#{ALGORITHM}\"."
        elsif !parameters['keyid'].is_a?(String)
          'The signature names no key.'
        elsif parameters['created'] != @request.timestamp
          'created differs from webhook-timestamp.'
        end
      return InvalidWebhook.new(:not_covered, detail) if detail

      expires = parameters['expires']
      return nil if expires.nil? || (expires.is_a?(Integer) && expires >= @request.now)

      InvalidWebhook.new(:timestamp_too_old, 'The signature has expired.')
    end

    def cover(items)
      has_run = !@headers.key?('acw-run-id') || items.include?('acw-run-id')
      return :unsigned unless has_run && (COVERED_IDENTITY - items).empty?

      is_reopened = @headers['webhook-reopened'] == 'true' && items.include?('webhook-reopened')
      is_reopened ? :reopened : :signed
    end

    # Nil if a covered header is not there.
    def signature_base(input)
      lines = input.items.map do |name|
        value = name == '@method' ? 'POST' : @headers[name]
        return nil if value.nil?

        "\"#{name}\": #{value}"
      end
      [*lines, "\"@signature-params\": #{input.text}"].join("\n")
    end

    def digest_matches?
      stated = (Dictionary.parse(@headers.fetch('content-digest', '')) || {})['sha-256']
      stated.is_a?(Dictionary::Bytes) &&
        Signatures.same?(stated.bytes, OpenSSL::Digest.digest('SHA256', @request.raw_body))
    end

    def mismatch
      InvalidWebhook.new(:signature_mismatch, 'The signature does not match the request.')
    end

    def missing(detail)
      raise InvalidWebhook.new(:signature_missing, detail)
    end
  end
end
