import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { startHost } from './picture-hosts.ts';

/** What is answered: a status with a body, or nothing, as when the connection breaks after the request was taken. */
export type ScriptedAnswer =
  { status: number; body?: unknown; headers?: Record<string, string> } | 'connection-lost';

/** An error as Discord words it. */
export const discordError = (status: number, code: number): ScriptedAnswer => ({
  status,
  body: { code, message: `error ${code}` },
});

const bodySchema = z.looseObject({});

export interface ScriptedRequest {
  /** As in `PATCH /webhooks/1/token/messages/@original`. */
  line: string;
  body: z.infer<typeof bodySchema>;
  /** Whether files came with it. */
  hasFiles: boolean;
}

export interface ScriptedDiscord {
  apiUrl: string;
  requests: ScriptedRequest[];
  /** Adds answers, one for each request to come. */
  answer: (...answers: ScriptedAnswer[]) => void;
}

/** The id of every message that is made, unless the script says otherwise. */
export const MESSAGE_ID = '900000000000000001';
const TAKEN = { id: MESSAGE_ID, interaction: { response_message_id: MESSAGE_ID } };

/** The JSON of a request: its whole body, or that part of a form which comes before the files. */
const jsonOf = (body: string): unknown => {
  if (body === '') return {};
  if (body.startsWith('{')) return JSON.parse(body);
  return JSON.parse(/name="payload_json"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? '{}');
};

/** Discord's REST API over a real socket, which gives the scripted answers in their order, and then accepts everything. */
export const startScriptedDiscord = async (): Promise<ScriptedDiscord> => {
  const script: ScriptedAnswer[] = [];
  const requests: ScriptedRequest[] = [];
  const { url } = await startHost((request, response) => {
    void readText(request).then((raw) => {
      const line = `${request.method} ${request.url?.replace('/api/v10', '').split('?')[0]}`;
      const hasFiles = raw.includes('name="files[0]"');
      requests.push({ line, body: bodySchema.parse(jsonOf(raw)), hasFiles });
      const answer = script.shift() ?? { status: 200, body: TAKEN };
      if (answer === 'connection-lost') {
        request.socket.destroy();
        return;
      }
      const headers = { 'content-type': 'application/json', ...answer.headers };
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body ?? {}));
    });
  });
  return { apiUrl: `${url}/api`, requests, answer: (...answers) => void script.push(...answers) };
};
