import { render } from 'preact';
import { Client, ClientProvider } from './client/client.ts';
import { SandboxProvider, SandboxSide } from './knobs/sandbox-side.ts';
import './look/index.css';
import { App } from './shell/app.tsx';

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
