# frozen_string_literal: true

require 'json'

module RingpostReceiver
  # An error of a call; its time is ISO 8601 in UTC with milliseconds.
  CallError = Struct.new(:code, :message, :timestamp, keyword_init: true)

  # The body of a webhook (payload version 1, whose keys only grow). +kind+ tells which keys the data
  # has: outbound, inbound, inbound-error, call-log, acw-completed, or other for an event that is not
  # known here. +message+ is for people: never parse it. +errors+ is nil if the body has no such key.
  Payload = Struct.new(:kind, :message, :data, :errors, keyword_init: true)

  # A valid webhook.
  #
  # webhook_id:: the same on every attempt: recognise duplicates by it, per endpoint
  # event:: the trigger, such as OUTBOUND_CALL_COMPLETED
  # attempt:: from 1; for logs only, since no signature covers it
  # sequence:: the place among the call's deliveries to this endpoint, from 1; nil if not proven
  # reopened:: an operator asked for it again, so it may come after later ones of its call
  # run_id:: for the result that an agent of your own must post, else nil
  # identity:: what proves endpoint, event, sequence and run: signed, token or unsigned
  Event = Struct.new(:webhook_id, :endpoint_id, :event, :attempt, :sequence, :reopened, :run_id,
                     :identity, :payload, keyword_init: true) do
    # The id of the call that the event is about; empty if its data names none.
    def call_id
      payload.data['callId'].to_s
    end

    # Never judge by callStatus: a failed dial may end as COMPLETED.
    def has_errors? # rubocop:disable Naming/PredicateName
      !payload.errors.nil? && !payload.errors.empty?
    end
  end

  # How the body is read.
  class Payload
    OUTBOUND = %w[callId callStatus callSid clientId].freeze
    DATA_KEYS = {
      'outbound' => OUTBOUND,
      'inbound' => %w[callId callStatus],
      'inbound-error' => %w[callId callStatus callSid],
      'call-log' => [*OUTBOUND, 'direction'],
      'acw-completed' => %w[callId acwAgentId acwResultId isError],
      'other' => []
    }.freeze

    class << self
      def parse(raw_body, event, content_key)
        body = json(raw_body)
        data = body.is_a?(Hash) ? body['data'] : nil
        malformed('The body has no object "data".') unless data.is_a?(Hash)
        message = body[content_key]
        malformed("The body has no text \"#{content_key}\".") unless message.is_a?(String)
        errors = body.key?('errors') ? errors_of(body['errors']) : nil
        kind = kind_of_event(event, data)
        lacking = DATA_KEYS.fetch(kind).find { |key| !data[key].is_a?(String) }
        malformed("\"data\" has no text \"#{lacking}\" for #{event}.") if lacking
        new(kind: kind, message: message, data: data, errors: errors)
      end

      private

      def json(raw_body)
        JSON.parse(raw_body.dup.force_encoding(Encoding::UTF_8).scrub)
      rescue JSON::ParserError
        malformed('The body is no JSON.')
      end

      def kind_of_event(event, data)
        case event
        when 'CALL_LOG_CREATED'
          %w[OUTBOUND INBOUND].include?(data['direction']) ? 'call-log' : 'other'
        when 'ACW_COMPLETED' then 'acw-completed'
        when 'INBOUND_CALL_ERROR' then 'inbound-error'
        when /\AOUTBOUND_CALL_/ then 'outbound'
        when /\AINBOUND_CALL_/ then 'inbound'
        else 'other'
        end
      end

      def errors_of(value)
        malformed('"errors" is no list of errors.') unless value.is_a?(Array)
        value.map do |each|
          texts = each.is_a?(Hash) ? each.values_at('code', 'message', 'timestamp') : [nil]
          malformed('"errors" is no list of errors.') unless texts.all?(String)
          CallError.new(code: texts[0], message: texts[1], timestamp: texts[2])
        end
      end

      def malformed(detail)
        raise InvalidWebhook.new(:payload_malformed, detail)
      end
    end
  end
end
