import { skipped, type CheckResult } from './check.ts';
import type { ConfigProblem } from './environment.ts';
import { parseUrl } from './url.ts';

/** The proxies that the environment names, as `curl` reads it. */
export interface Proxies {
  httpProxy: string | undefined;
  httpsProxy: string | undefined;
  /** Hosts that are reached without one, with commas between them. */
  noProxy: string;
}

/** This machine, which no proxy can reach. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** `name` in lower case goes first. */
const proxyVariable = (environment: NodeJS.ProcessEnv, name: string): string | undefined =>
  [environment[name], environment[name.toUpperCase()]]
    .map((value) => value?.trim())
    .find((value) => value !== undefined && value !== '');

const readAddress = (environment: NodeJS.ProcessEnv, name: string): string | undefined => {
  const value = proxyVariable(environment, name);
  return value === undefined || value.includes('://') ? value : `http://${value}`;
};

/** Undefined where none is named. */
export const proxiesIn = (environment: NodeJS.ProcessEnv): Proxies | undefined => {
  const httpProxy = readAddress(environment, 'http_proxy');
  const httpsProxy = readAddress(environment, 'https_proxy');
  if (httpProxy === undefined && httpsProxy === undefined) return undefined;
  return {
    httpProxy,
    httpsProxy,
    noProxy: [proxyVariable(environment, 'no_proxy') ?? '', ...LOOPBACK].join(','),
  };
};

/** What is wrong with the proxies in an environment. */
export const proxyProblems = (environment: NodeJS.ProcessEnv): ConfigProblem[] =>
  ['http_proxy', 'https_proxy'].flatMap((name) => {
    const address = readAddress(environment, name);
    const isProxy =
      address === undefined || (/^https?:\/\//i.test(address) && parseUrl(address) !== undefined);
    return isProxy
      ? []
      : [{ name: name.toUpperCase(), reason: 'must be the http:// or https:// address of a proxy' }];
  });

/** What a proxy is used for, where an environment names one. */
export const checkProxies = (environment: NodeJS.ProcessEnv): CheckResult[] => {
  const proxies = proxiesIn(environment);
  if (proxies === undefined) return [];
  const names = [...new Set([proxies.httpsProxy, proxies.httpProxy].flatMap((address) => address ?? []))];
  const hosts = names.map((address) => new URL(address).host).join(' and ');
  return [
    skipped(
      'proxy',
      `${hosts} is used for the image service and Discord's API.`,
      "The gateway (wss://gateway.discord.gg) and other hosts' pictures go without it: see docs/operators/install.md#the-network.",
    ),
  ];
};
