# frozen_string_literal: true

# Every vector of the contract. Prints `ran N vectors`, ends with 0 if each is judged right.

require_relative '../lib/ringpost_receiver'
require 'json'
require 'tmpdir'

NAMES = {
  'signingSecret' => :signing_secret, 'bearerToken' => :bearer_token,
  'signatureFormat' => :signature_format, 'endpointId' => :endpoint_id,
  'contentKey' => :content_key, 'toleranceS' => :tolerance_s,
  'acceptUnsignedIdentity' => :accept_unsigned_identity
}.freeze
Failure = Class.new(StandardError)

def camel(name)
  name.to_s.gsub(/_([a-z])/) { Regexp.last_match(1).upcase }
end

def judged_request(file, each)
  options = each['options'].except('keys').transform_keys(NAMES)
  options[:keys] = each['options']['keys'].map { |name| file['keys'][name] } if each['options']['keys']
  body = each['body'].unpack1('m') * each.fetch('bodyTimes', 1)
  now = -> { each['nowMs'] }
  event = RingpostReceiver.verify(each['headers'], body, now_ms: now, **options)
  facts = event.to_h.transform_keys { |name| camel(name) }
  payload = event.payload.to_h.compact.transform_keys(&:to_s)
  payload['errors'] &&= payload['errors'].map { |error| error.to_h.transform_keys(&:to_s) }
  shown = facts.merge('hasErrors' => event.has_errors?, 'payload' => payload)
  { 'kind' => 'valid', 'event' => shown }
rescue RingpostReceiver::InvalidWebhook => e
  reason = e.reason.to_s.tr('_', '-')
  { 'kind' => 'invalid', 'reason' => reason, 'answerStatus' => e.answer_status }
rescue ArgumentError
  { 'kind' => 'mistake' }
end

def judged_order(each, store)
  missed = 0
  guard = RingpostReceiver::OrderGuard.new(store: store, on_missed: ->(_, count) { missed = count })
  each['steps'].map do |step|
    missed = 0
    payload = RingpostReceiver::Payload.new(kind: 'other', data: { 'callId' => step['callId'] })
    event = RingpostReceiver::Event.new(
      webhook_id: step['webhookId'], endpoint_id: step['endpointId'], sequence: step['sequence'],
      reopened: step['reopened'], payload: payload
    )
    outcome = guard.run(event) { raise Failure if step['fails'] }
    { 'outcome' => outcome.to_s, 'missed' => missed }
  rescue Failure
    { 'outcome' => 'failed', 'missed' => 0 }
  end
end

def answered(answer, bytes_max)
  raise RingpostReceiver::Transport::Failed, 'nothing answers' if answer.nil? || answer['status'].zero?

  body = answer.fetch('body', '').ljust(answer.fetch('padTo', 0))
  body = nil if body.bytesize > bytes_max
  RingpostReceiver::Transport::Answer.new(answer['status'], body, answer['retryAfter'])
end

def judged_keys(each)
  now_ms = 0
  fetches = 0
  answer = nil
  get = lambda do |address, _headers, bytes_max, _seconds|
    raise 'another address' unless address.to_s == each['url']

    fetches += 1
    answered(answer, bytes_max)
  end
  keys = RingpostReceiver::KeySet.new(
    each['url'], allow_http: each.fetch('allowHttp', false), get: get, now_ms: -> { now_ms }
  )
  each['steps'].map do |step|
    now_ms = step['atMs']
    answer = step['answer']
    kind =
      begin
        keys.lookup(step['kid'])
        'key'
      rescue RingpostReceiver::InvalidWebhook => e
        e.reason == :unknown_key ? 'unknown' : 'unavailable'
      end
    [kind, fetches]
  end
rescue ArgumentError
  'mistake'
end

def judged_log(each)
  now = 0
  asked = []
  waits = []
  get = lambda do |address, headers, bytes_max, _seconds|
    raise 'no key' unless headers['authorization'] == 'Bearer rp_key'

    answer = each['answers'][[asked.length, each['answers'].length - 1].min]
    asked << address.to_s
    answered(answer, bytes_max)
  end
  sleep = lambda do |seconds|
    waits << seconds
    now += seconds
  end
  found = RingpostReceiver.read_call_log(
    url: 'https://calls.example.com/', api_key: 'rp_key', call_id: each['callId'],
    attempts: each.fetch('attempts', 100), seconds: each.fetch('seconds', 600),
    get: get, now_s: -> { now }, sleep: sleep
  )
  result = { 'kind' => 'none', 'reason' => found.reason }
  result = { 'kind' => 'log', 'log' => found.log } if found.log
  [result, waits, asked.uniq, asked.length]
end

def judged_both_orders(each, expected)
  said = judged_order(each, RingpostReceiver::MemoryStore.new(capacity: each.fetch('capacity', 100_000)))
  return said if said != expected || each.key?('capacity')

  Dir.mktmpdir do |folder|
    store = RingpostReceiver::SqliteStore.new("#{folder}/order.db")
    judged_order(each, store).tap { store.close }
  end
end

def judged(file, each)
  case file['kind']
  when 'verify' then [judged_request(file, each), each['expected']]
  when 'order'
    expected = each['steps'].map { |step| step['expected'] }
    [judged_both_orders(each, expected), expected]
  when 'key-set'
    expected = each['steps'].map { |step| step.values_at('expected', 'fetches') }
    [judged_keys(each), each['isMistake'] ? 'mistake' : expected]
  else
    asked = ["https://calls.example.com#{each['path']}"]
    [judged_log(each), [each['expected'], each['waits'], asked, each['waits'].length + 1]]
  end
end

ran = 0
failed = 0
Dir[File.expand_path('../../vectors/*.json', __dir__)].sort.each do |path|
  file = JSON.parse(File.read(path, encoding: 'UTF-8'))
  file['cases'].each do |each|
    ran += 1
    said, expected = judged(file, each)
    next if said == expected

    failed += 1
    puts "FAILED #{File.basename(path)}: #{each['name']}", "  said #{said}", "  expected #{expected}"
  end
end
puts "ran #{ran} vectors, #{failed} failed"
exit(failed.zero? && ran.positive?)
