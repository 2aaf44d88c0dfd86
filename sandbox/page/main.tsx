import { render } from 'preact';
import { client } from './client/client.ts';
import { sandbox } from './knobs/sandbox-side.ts';
import './look/index.css';
import { App } from './shell/app.tsx';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no place for the client');
render(<App />, place);
void client.start();
void sandbox.refresh();
