/**
 * Parses the provider's time of an event, an RFC 2822 date such as `Fri, 20 Nov 2026 09:00:02
 * +0000`, to epoch milliseconds. Never guesses: a text in another form is no time, and the report
 * then has only the time of receipt.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const RFC_2822 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) ([+-]\d{4}|GMT)$/;

export function parseTimestamp(text: string | null): number | null {
  const parts = text === null ? null : RFC_2822.exec(text);
  if (parts === null) return null;
  const [, day, monthName = '', year, hour, minute, second, zone = 'GMT'] = parts;
  const month = MONTHS.indexOf(monthName);
  if (month < 0) return null;
  const date = new Date(
    Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)),
  );
  // 31 February would become 3 March, so such a date is refused.
  if (date.getUTCDate() !== Number(day) || date.getUTCHours() !== Number(hour)) return null;
  return date.getTime() - zoneMs(zone);
}

function zoneMs(zone: string): number {
  if (zone === 'GMT') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3, 5));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
