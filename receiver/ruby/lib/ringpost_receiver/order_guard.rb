# frozen_string_literal: true

module RingpostReceiver
  # Remembers a bounded number in memory; the longest unused are forgotten. Ends with the process.
  class MemoryStore
    def initialize(capacity: 100_000)
      @capacity = capacity
      @mutex = Mutex.new
      @handled = {}
      @last = {}
    end

    def handled?(endpoint_id, webhook_id)
      @mutex.synchronize { @handled.key?([endpoint_id, webhook_id]) }
    end

    # Nil if none is known.
    def last_sequence(endpoint_id, call_id)
      @mutex.synchronize { @last[[endpoint_id, call_id]] }
    end

    # +last+: the highest sequence of the call that was handled; nil: not known.
    def remember(endpoint_id, webhook_id, call_id, last)
      @mutex.synchronize do
        keep(@handled, [endpoint_id, webhook_id], true)
        keep(@last, [endpoint_id, call_id], last) unless last.nil?
      end
    end

    private

    # A Hash keeps the order of insertion, so the first entry is the longest unused one.
    def keep(kept, key, value)
      kept.delete(key)
      kept[key] = value
      kept.shift if kept.length > @capacity
    end
  end

  # Handles each webhook once, and never an older one after a newer one of the same call, except one
  # that an operator reopened. A delivery may arrive twice (your answer was lost); within a call the
  # service sends in order, so only such copies and reopened deliveries come late.
  class OrderGuard
    Lane = Struct.new(:mutex, :users)
    private_constant :Lane

    # +on_missed+ is called with an event, before it is handled, and with how many of its call are
    # missing before it: they were given up or cancelled, or never handled.
    def initialize(store: MemoryStore.new, on_missed: nil)
      @store = store
      @on_missed = on_missed
      @mutex = Mutex.new
      @lanes = {}
    end

    # Yields the event if it is to be handled now. Answers :handled; :reopened (handled after a newer
    # one of its call, since an operator asked for it); :duplicate or :late (not handled). If the
    # block raises, the webhook counts as not handled: answer 500, and it comes again.
    def run(event, &handle)
      alone([event.endpoint_id, event.call_id]) { run_alone(event, &handle) }
    end

    private

    def run_alone(event)
      endpoint_id = event.endpoint_id
      return :duplicate if @store.handled?(endpoint_id, event.webhook_id)

      last = @store.last_sequence(endpoint_id, event.call_id)
      sequence = event.sequence
      is_late = !sequence.nil? && !last.nil? && sequence <= last
      return :late if is_late && !event.reopened

      # What the guard did not see before the first one is not known to be missing.
      missed = sequence.nil? || last.nil? ? 0 : sequence - last - 1
      @on_missed&.call(event, missed) if missed.positive?
      yield event
      highest = is_late ? last : sequence
      @store.remember(endpoint_id, event.webhook_id, event.call_id, highest)
      is_late ? :reopened : :handled
    end

    # A copy of a webhook waits for the first one.
    def alone(key, &work)
      lane = @mutex.synchronize do
        own = (@lanes[key] ||= Lane.new(Mutex.new, 0))
        own.users += 1
        own
      end
      lane.mutex.synchronize(&work)
    ensure
      unless lane.nil?
        @mutex.synchronize do
          lane.users -= 1
          @lanes.delete(key) if lane.users.zero?
        end
      end
    end
  end
end
