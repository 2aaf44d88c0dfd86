/**
 * Reads an address; undefined for what is none. `URL.canParse` isn't used: once it is called often, Node 20 and 22 say of hosts such
 * as bücher.example that they are no address.
 *
 * @param base what a relative address starts from.
 */
export const parseUrl = (address: string, base?: string): URL | undefined => {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
};
