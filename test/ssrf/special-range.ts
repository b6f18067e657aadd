/**
 * The addresses that no delivery may reach, as the IANA special-purpose registries and the clouds'
 * manuals list them, and addresses of well-known public services. Written apart from
 * `src/channel/address-range.ts` on purpose: the two must agree without a common source.
 */

/** IANA IPv4 Special-Purpose Address Registry, multicast (RFC 5771), reserved (RFC 1112). */
export const SPECIAL4: readonly string[] = [
  '0.0.0.0/8',
  '0.0.0.0/32',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.0.0/29',
  '192.0.0.8/32',
  '192.0.0.9/32',
  '192.0.0.10/32',
  '192.0.0.170/31',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

/** IANA IPv6 Special-Purpose Address Registry, and formerly special ranges (RFC 3879, 4291). */
export const SPECIAL6: readonly string[] = [
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  '2001:20::/28',
  '2001:30::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** No IPv6 address outside this range is assigned to a network (RFC 4291, section 2.4). */
export const GLOBAL6 = '2000::/3';

/** Services that give credentials to any client inside: refused even if everything is allowed. */
export const METADATA: readonly string[] = [
  '169.254.169.254/32',
  '169.254.170.2/32',
  '169.254.0.23/32',
  'fe80::a9fe:a9fe/128',
  'fd00:ec2::254/128',
  'fd00:ec2::253/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
];

/** The names that clouds give to their metadata services. */
export const METADATA_NAMES: readonly string[] = [
  'metadata.google.internal',
  'metadata.goog.internal',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  'kubernetes.default.svc.cluster.local',
];

/** Resolvers, networks of clouds, root servers: all must stay reachable. */
export const PUBLIC: readonly string[] = [
  '1.1.1.1',
  '8.8.8.8',
  '9.9.9.9',
  '13.107.42.14',
  '17.253.144.10',
  '20.112.52.29',
  '34.117.59.81',
  '52.95.110.1',
  '93.184.215.14',
  '104.16.132.229',
  '140.82.121.4',
  '142.250.185.78',
  '151.101.1.140',
  '172.217.16.206',
  '185.199.108.153',
  '198.41.0.4',
  '208.67.222.222',
  '2001:4860:4860::8888',
  '2001:500:2f::f',
  '2606:4700:4700::1111',
  '2620:fe::fe',
  '2620:119:35::35',
  '2a00:1450:4001:82a::200e',
  '2a04:4e42::81',
  '2600:9000:2000::1',
];
