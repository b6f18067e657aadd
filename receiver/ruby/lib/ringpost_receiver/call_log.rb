# frozen_string_literal: true

require 'erb'
require 'json'

module RingpostReceiver
  # The log of a call as the platform sent it, or why there is none: never (none will come), gave-up
  # (after the attempts or the seconds), refused (the key may not read it, or the answer is no log).
  CallLog = Struct.new(:log, :reason, :detail)

  # Reads the log of a call, and gives up in time. CALL_LOG_CREATED says that a call has ended; its
  # log may come later or never. The service says with Retry-After that one may still come.
  #
  # url:: where the service is; https, or on this machine
  # api_key:: one with the scope call-logs:read
  # attempts, seconds:: it asks at most so often within so many seconds
  def self.read_call_log(url:, api_key:, call_id:, attempts: 100, seconds: 600, allow_http: false,
                         get: nil, now_s: nil, sleep: nil)
    unless attempts >= 1 && seconds >= 0
      raise ArgumentError, 'attempts must be 1 or more, seconds 0 or more'
    end

    base = Transport.checked(url, allow_http).to_s.sub(%r{/+\z}, '')
    address = URI.parse("#{base}/v1/call-logs/#{ERB::Util.url_encode(call_id)}")
    now_s ||= -> { Transport.now_s }
    reader = CallLogReader.new(address, api_key, get || Transport.method(:get))
    until_s = now_s.call + seconds
    (1..).each do |tried|
      found, wait = reader.ask(tried)
      return found if wait.nil?
      if tried >= attempts
        return CallLog.new(nil, 'gave-up', "Asked #{tried} times. #{found.detail}")
      end
      if now_s.call + wait > until_s
        return CallLog.new(nil, 'gave-up', "Waited #{seconds} s at most. #{found.detail}")
      end

      (sleep || Kernel.method(:sleep)).call(wait)
    end
  end

  # Asks once, and judges the answer.
  class CallLogReader
    REQUEST_SECONDS_MAX = 10
    WAIT_SECONDS_MAX = 30
    # The service takes logs of at most 5 MiB.
    LOG_BYTES_MAX = 8_388_608
    PASSING = [404, 408, 425, 429].freeze

    def initialize(address, api_key, get)
      @address = address
      @headers = { 'accept' => 'application/json', 'authorization' => "Bearer #{api_key}" }
      @get = get
    end

    # What was found, and after how many seconds to ask again, nil if not.
    def ask(tried)
      back_off = [WAIT_SECONDS_MAX, 2**[tried - 1, 10].min].min
      answer = @get.call(@address, @headers, LOG_BYTES_MAX, REQUEST_SECONDS_MAX)
      judge(answer, object_of(answer.body), back_off)
    rescue Transport::Failed => e
      [CallLog.new(nil, 'gave-up', "The service does not answer: #{e.message}."), back_off]
    end

    private

    def judge(answer, found, back_off)
      status = answer.status
      if status == 200
        return found ? [CallLog.new(found, nil, ''), nil] : none('refused', 'No call log came.')
      end

      said = found ? found['detail'] : nil
      detail = said.is_a?(String) ? said : "The service says #{status}."
      return none('never', detail) if status == 404 && answer.retry_after.nil?
      return none('refused', detail) unless PASSING.include?(status) || status >= 500

      is_number = /\A[0-9]{1,6}\z/.match?(answer.retry_after.to_s)
      wait = is_number ? [1, answer.retry_after.to_i].max : back_off
      [CallLog.new(nil, 'gave-up', detail), wait]
    end

    def none(reason, detail)
      [CallLog.new(nil, reason, detail), nil]
    end

    def object_of(body)
      value = JSON.parse(body.to_s.dup.force_encoding(Encoding::UTF_8).scrub)
      value.is_a?(Hash) ? value : nil
    rescue JSON::ParserError
      nil
    end
  end
  private_constant :CallLogReader
end
