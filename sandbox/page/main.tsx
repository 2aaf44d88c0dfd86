import { render } from 'preact';
import { Client } from './client/client.ts';
import { ClientProvider } from './client/context.ts';
import { SandboxProvider, SandboxSide } from './knobs/sandbox-side.ts';
import { App } from './shell/app.tsx';
import './look/index.css';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the client');
const client = new Client();
const sandbox = new SandboxSide();
render(
  <ClientProvider value={client}>
    <SandboxProvider value={sandbox}>
      <App />
    </SandboxProvider>
  </ClientProvider>,
  place,
);
void client.start();
void sandbox.refresh();
