# frozen_string_literal: true

require 'net/http'
require 'openssl'
require 'uri'

module RingpostReceiver
  # One bounded GET: no redirects, at most so many bytes and seconds.
  module Transport
    # The body is nil if it is larger than was asked for.
    Answer = Struct.new(:status, :body, :retry_after)
    Failed = Class.new(StandardError)
    HERE = /\A(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])\z/.freeze
    ERRORS = [SystemCallError, SocketError, IOError, Timeout::Error, Net::ProtocolError,
              Net::HTTPBadResponse, OpenSSL::SSL::SSLError].freeze

    module_function

    # Raises ArgumentError if the address is neither https nor on this machine.
    def checked(text, allow_http)
      address = begin
        URI.parse(text)
      rescue URI::InvalidURIError
        nil
      end
      is_here = address.is_a?(URI::HTTP) && HERE.match?(address.host.to_s)
      allowed = address.is_a?(URI::HTTPS) || (address.is_a?(URI::HTTP) && (is_here || allow_http))
      return address if allowed && !address.host.to_s.empty?

      raise ArgumentError, "the address must be https: #{text}"
    end

    def get(address, headers, bytes_max, seconds)
      until_s = now_s + seconds
      http = Net::HTTP.new(address.hostname, address.port)
      http.use_ssl = address.scheme == 'https'
      http.open_timeout = http.read_timeout = http.write_timeout = seconds
      http.max_retries = 0
      http.start { read(http, Net::HTTP::Get.new(address, headers), bytes_max, until_s) }
    rescue *ERRORS => e
      raise Failed, e.message
    end

    def read(http, request, bytes_max, until_s)
      http.request(request) do |response|
        body = +''
        response.read_body do |chunk|
          raise Failed, 'There was no whole answer in time.' if now_s > until_s

          body << chunk
          break if body.bytesize > bytes_max
        end
        body = nil if body.bytesize > bytes_max
        return Answer.new(response.code.to_i, body, response['retry-after'])
      end
    end

    def now_s
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
