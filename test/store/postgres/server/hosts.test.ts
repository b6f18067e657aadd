/**
 * An address with several hosts becomes one address for each, and none of its parameters overrides
 * ours.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AddressError, Hosts } from '../../../../src/store/postgres/server/hosts.ts';

function walk(url: string) {
  const hosts = new Hosts(url);
  return Array.from({ length: hosts.count }, () => {
    const { current } = hosts;
    hosts.leave(current);
    return current;
  });
}

describe('the hosts of an address', () => {
  test('each has user, database and TLS of the address', () => {
    const url = 'postgres://u:p%40w@h1:6000,h2,[::1]:7000/db?sslmode=verify-full';
    assert.deepEqual(walk(`${url}&target_session_attrs=read-write`), [
      { url: 'postgres://u:p%40w@h1:6000/db?sslmode=verify-full', place: 'h1:6000/db' },
      { url: 'postgres://u:p%40w@h2/db?sslmode=verify-full', place: 'h2:5432/db' },
      { url: 'postgres://u:p%40w@[::1]:7000/db?sslmode=verify-full', place: '[::1]:7000/db' },
    ]);
  });

  test('begin with the one that worked last, and move on once however many fail', () => {
    const hosts = new Hosts('postgresql://h1,h2,h3/db');
    const first = hosts.current;
    hosts.leave(first);
    const second = hosts.current;
    hosts.leave(first);
    assert.equal(hosts.current, second);
    assert.equal(second.place, 'h2:5432/db');
    assert.equal(hosts.places, 'h1:5432/db, h2:5432/db, h3:5432/db');
    hosts.leave(second);
    hosts.leave(hosts.current);
    assert.equal(hosts.current, first);
  });

  test('a socket and settings of the server reach the driver, our parameters do not', () => {
    const query = 'host=/run/postgresql&port=6543&options=-c%20search_path%3Da&application_name=x';
    const ours = 'statement_timeout=0&pipeline=1';
    const [address] = walk(`postgres:///db?${query}&${ours}`);
    assert.equal(address?.place, '/run/postgresql/db');
    assert.deepEqual(
      [...new URLSearchParams(address?.url.split('?')[1])],
      [
        ['options', '-c search_path=a'],
        ['host', '/run/postgresql'],
        ['port', '6543'],
      ],
    );
  });

  test('an error in the address is told without the password', () => {
    const cases = [
      ['mysql://u:hunter2@h/db', /postgres:\/\//],
      ['postgres://u:hunter2@h:port/db', /cannot be read/],
      ['postgres://u:hunter2@h1,,h2/db', /cannot be read/],
      ['postgres://u:hunter2/5@h/db', /cannot be read|percent-encoded/],
      ['postgres://u:1234/hunter2@h/db', /percent-encoded/],
      ['postgres://u:1234?hunter2@h/db', /percent-encoded/],
      ['postgres://hunter2/5@h/db', /percent-encoded/],
      ['postgres://u:hunter2@h/db?target_session_attrs=standby', /takes no writes/],
      [`postgres://u:hunter2@${Array.from({ length: 17 }, (_, n) => `h${n}`)}/db`, /16 hosts/],
    ] as const;
    for (const [url, message] of cases) {
      assert.throws(
        () => new Hosts(url),
        (error) => {
          assert.ok(error instanceof AddressError, url);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        },
      );
    }
  });
});
