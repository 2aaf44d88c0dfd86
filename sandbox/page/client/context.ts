import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from './client.ts';
import type { ClientState } from './client-state.ts';
import { useStore } from './store.ts';

const ClientContext = createContext<Client | null>(null);

export const ClientProvider = ClientContext.Provider;

/** The client that this page is. */
export const useClient = (): Client => {
  const client = useContext(ClientContext);
  if (!client) throw new Error('There is no client around this component');
  return client;
};

/** What the client knows, drawn anew whenever it changes. */
export const useClientState = (): ClientState => useStore(useClient().store);
