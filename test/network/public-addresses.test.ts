import { describe, expect, test } from 'vitest';
import { AddressGuard, type AddressGuardOptions } from '../../src/services/network/address-guard.ts';

const guardOf = (options: Partial<AddressGuardOptions> = {}): AddressGuard =>
  new AddressGuard({
    trustedUrls: ['http://127.0.0.1:8080/api'],
    allowPrivateAddresses: false,
    resolveHost: () => Promise.resolve([]),
    ...options,
  });

describe('an address that is written as one', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://169.254.169.254/latest/meta-data',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.0.0.192/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[ff02::1]/',
    'http://127.0.0.1:8081/',
  ])('%s leads into a private network', async (address) => {
    expect(await guardOf().leadsToPrivate(address)).toBe(true);
  });

  test.each([
    'http://1.1.1.1/',
    'http://100.63.255.255/',
    'http://100.128.0.1/',
    'http://172.15.0.1/',
    'http://172.32.0.1/',
    'http://223.255.255.255/',
    'http://[2606:4700::1111]/',
    'http://[::ffff:1.1.1.1]/',
    'http://[64:ff9b::1.1.1.1]/',
  ])('%s does not', async (address) => {
    expect(await guardOf().leadsToPrivate(address)).toBe(false);
  });
});

describe('a name', () => {
  test.each([
    'http://localhost/',
    'http://LOCALHOST:6379/',
    'http://localhost./',
    'http://pictures.localhost/',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://nas.home.arpa/',
    'http://store:6379/',
  ])('that only means something nearby is refused unseen: %s', async (address) => {
    expect(await guardOf().leadsToPrivate(address)).toBe(true);
  });

  test('is judged by everything that it resolves to', async () => {
    const resolvesTo = (...addresses: string[]) =>
      guardOf({ resolveHost: () => Promise.resolve(addresses) }).leadsToPrivate('https://pictures.example/');
    expect(await resolvesTo('1.1.1.1', '2606:4700::1111')).toBe(false);
    expect(await resolvesTo('1.1.1.1', '10.0.0.1')).toBe(true);
    expect(await resolvesTo('::1')).toBe(true);
  });

  test('that is not known here is left to the service that fetches it', async () => {
    expect(await guardOf().leadsToPrivate('https://pictures.example/')).toBe(false);
  });
});

test('a trusted host is trusted on its own port only', async () => {
  expect(await guardOf().leadsToPrivate('http://127.0.0.1:8080/pictures/1.png')).toBe(false);
  expect(await guardOf().leadsToPrivate('http://127.0.0.1:6379/')).toBe(true);
});

test('whoever allows private addresses gets them', async () => {
  const guard = guardOf({ allowPrivateAddresses: true });
  expect(await guard.leadsToPrivate('http://127.0.0.1:6379/')).toBe(false);
});
