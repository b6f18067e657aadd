# frozen_string_literal: true

module RingpostReceiver
  # The request is no valid webhook. The reason is a stable symbol such as :signature_mismatch, the
  # detail is for people.
  class InvalidWebhook < StandardError
    STATUSES = {
      unknown_key: 503, keys_unavailable: 503, body_too_large: 413,
      payload_malformed: 400, payload_version: 400
    }.freeze
    REASONS = %i[
      missing_header malformed_header signature_missing signature_mismatch digest_mismatch
      not_covered identity_unsigned bearer_mismatch wrong_endpoint timestamp_too_old
      timestamp_in_future unknown_key keys_unavailable payload_malformed payload_version
      body_too_large
    ].freeze

    attr_reader :reason, :detail

    def initialize(reason, detail)
      raise ArgumentError, "no reason: #{reason}" unless REASONS.include?(reason)

      super("#{reason.to_s.tr('_', '-')}: #{detail}")
      @reason = reason
      @detail = detail
    end

    # What to answer: after 503 the service sends it again, after a 4xx it does not.
    def answer_status
      STATUSES.fetch(reason, 401)
    end
  end
end
