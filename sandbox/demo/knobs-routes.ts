import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  BUTTONS,
  DURATIONS,
  SWITCHES,
  type DurationsBody,
  type PressBody,
  type SwitchBody,
  type TokenLifeBody,
  type TrafficEntry,
} from './knobs-protocol.ts';
import type { Knobs } from './knobs.ts';
import type { Traffic } from './traffic.ts';

const switchBody: z.ZodType<SwitchBody> = z.strictObject({ name: z.enum(SWITCHES), on: z.boolean() });
const pressBody: z.ZodType<PressBody> = z.strictObject({ name: z.enum(BUTTONS) });
const durationsBody: z.ZodType<DurationsBody> = z.strictObject({ durations: z.enum(DURATIONS) });
const tokenLifeBody: z.ZodType<TokenLifeBody> = z.strictObject({
  tokenLifeMs: z.int().min(1_000).max(3_600_000),
});

const eventText = (entry: TrafficEntry): string => `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;

const addTraffic = (app: FastifyInstance, traffic: Traffic): void => {
  app.get('/sandbox/traffic', (request, reply) => {
    const seen = Number(request.headers['last-event-id'] ?? 0);
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const send = (entry: TrafficEntry): void => {
      reply.raw.write(eventText(entry));
    };
    reply.raw.write('retry: 1000\n\n');
    for (const entry of traffic.kept) if (entry.id > seen) send(entry);
    traffic.events.on('entry', send);
    request.raw.on('close', () => traffic.events.off('entry', send));
  });
};

/** Adds what `knobs-protocol.ts` lists to the server. */
export const addKnobs = (app: FastifyInstance, knobs: Knobs, traffic: Traffic): void => {
  addTraffic(app, traffic);
  app.get('/sandbox/knobs', () => knobs.view());
  app.post('/sandbox/switch', (request) => {
    const { name, on } = switchBody.parse(request.body);
    knobs.switch(name, on);
    return knobs.view();
  });
  app.post('/sandbox/press', async (request) => {
    await knobs.press(pressBody.parse(request.body).name);
    return knobs.view();
  });
  app.post('/sandbox/durations', (request) => {
    knobs.setDurations(durationsBody.parse(request.body).durations);
    return knobs.view();
  });
  app.post('/sandbox/token-life', (request) => {
    knobs.setTokenLife(tokenLifeBody.parse(request.body).tokenLifeMs);
    return knobs.view();
  });
};
