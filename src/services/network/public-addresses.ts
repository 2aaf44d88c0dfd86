import { BlockList, isIP, isIPv4 } from 'node:net';
import { skipped, type CheckResult } from '../../lib/check.ts';

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and what clouds add of their own */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's host, which hands out secrets: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const;

/** Of the addresses that are given out for the internet: https://www.iana.org/assignments/iana-ipv6-special-registry */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const;
/** All of IPv6 that is given out for the internet: https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_V6 = '2000::/3';
/** An IPv4 address in the guise of IPv6, as networks without IPv4 see it: https://www.rfc-editor.org/rfc/rfc6052 */
const NAT64 = { prefix: '64:ff9b::', bits: 96 };

/** Names that are never looked up in the public DNS: RFC 6761, 6762, 8375, and ICANN's choice of `internal`. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

const listOf = (...ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
};

const asNat64 = (range: string): string => {
  const [network, bits] = range.split('/');
  return `${NAT64.prefix}${network}/${NAT64.bits + Number(bits)}`;
};

const globalV6 = listOf(GLOBAL_V6, `${NAT64.prefix}/${NAT64.bits}`, '::ffff:0:0/96');
// Rules for IPv4 also hold for an IPv4 address that is written as ::ffff:a.b.c.d: https://nodejs.org/api/net.html#blocklistcheckaddress-type
const special = listOf(...SPECIAL_V4, ...SPECIAL_V6, ...SPECIAL_V4.map(asNat64));

/** Whether an IP address belongs to the internet, rather than to this machine, its network, or no one. */
export const isPublicAddress = (address: string): boolean => {
  // One with a zone, such as fe80::1%eth0, means something on this machine only.
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
};

/** Whether a name can only mean something nearby, wherever it resolves to: `localhost`, `printer`, `nas.local`. */
export const isLocalName = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return LOCAL_NAME.test(name) || !name.includes('.');
};

/** Without encryption, keys and prompts can be read on their way. */
export const checkTransport = ({ imageApiUrl }: { imageApiUrl: string }): CheckResult[] => {
  const { protocol, hostname } = new URL(imageApiUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
  if (protocol === 'https:' || !isPublic) return [];
  const text = 'IMAGE_API_URL is http://, so API keys and prompts can be read on their way.';
  return [skipped('encryption', text, 'Use https:// if the service has it.')];
};
