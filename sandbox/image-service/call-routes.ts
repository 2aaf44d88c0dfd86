import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES, errorAnswer, faultAnswer, toWire, type WireAnswer } from './answers.ts';
import type { FaultList, Strike } from './fault-list.ts';
import { type CallEnvironment, type IncomingCall, nameOfSender, processCall } from './process-call.ts';
import { parseJobStatus } from './request-bodies.ts';
import type { ServiceRecord } from './service-record.ts';
import type { CallFault, FaultMoment, ItemFault, Operation } from './types.ts';

const PATHS = {
  '/artgen/v1/submit-jobs': 'artgen.submit',
  '/artgen/v1/job-status': 'artgen.job-status',
  '/gen/v1/generations': 'gen.submit',
  '/gen/v1/job-status': 'gen.job-status',
} as const satisfies Readonly<Record<string, Operation>>;

/** What the call routes work with. */
export interface CallContext {
  environment: CallEnvironment;
  faults: FaultList;
  record: ServiceRecord;
  /** Aborted when the service stops. */
  stopped: AbortSignal;
}

/** The four operations, and an Error body for every other path. */
export const addCallRoutes = (server: FastifyInstance, context: CallContext): void => {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  for (const [path, operation] of Object.entries(PATHS)) {
    server.post(path, (request, reply) => handle(context, operation, request, reply));
  }
  server.setNotFoundHandler((_request, reply) =>
    send(reply, toWire(errorAnswer(404, ERROR_CODES.unknownPath, 'no such operation'))),
  );
  server.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : 'unexpected error';
    return send(reply, toWire(errorAnswer(400, ERROR_CODES.invalidRequest, message)));
  });
};

const handle = async (
  context: CallContext,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const call = readCall(operation, request);
  const asked = operation.endsWith('.job-status') ? parseJobStatus(call.body) : undefined;
  const taskIds = asked !== undefined && 'value' in asked ? asked.value : undefined;
  const entry = context.record.startCall({
    at: context.environment.options.now(),
    operation,
    account: nameOfSender(call.key, context.environment.accounts.ofKey(call.key)),
    body: call.body ?? request.body,
    ...(taskIds === undefined ? {} : { taskIds }),
  });
  const strike = context.faults.strikeCall(operation, taskIds ?? []);
  if (strike !== undefined) entry.note({ fault: strike.fault.kind });
  const answer = await answerCall(context, call, strike, (taskId) => entry.note({ taskId }));
  if (answer === 'cut-off') {
    reply.hijack();
    request.raw.socket.destroy();
    entry.end();
    return reply;
  }
  entry.end(answer.status);
  return send(reply, answer);
};

/** Works the call off, with what the fault does before and after. */
const answerCall = async (
  context: CallContext,
  call: IncomingCall,
  strike: Strike<CallFault | ItemFault> | undefined,
  created: (taskId: string) => void,
): Promise<WireAnswer | 'cut-off'> => {
  const before = await meetFault(context, strike, 'before');
  if (before !== undefined) return before;
  const answer = processCall(context.environment, call);
  if (answer.kind === 'submission') created(answer.taskId);
  return (await meetFault(context, strike, 'after')) ?? toWire(answer, strike?.fault);
};

/** What the fault makes of this moment: a wait, an answer in the call's place, or nothing. */
const meetFault = async (
  { stopped }: CallContext,
  strike: Strike<CallFault | ItemFault> | undefined,
  moment: FaultMoment,
): Promise<WireAnswer | 'cut-off' | undefined> => {
  const fault = strike?.fault;
  if (strike === undefined || fault === undefined || momentOf(fault) !== moment) return undefined;
  if (fault.kind === 'cut-off') return 'cut-off';
  if (fault.kind === 'hang' || (fault.kind === 'rate-limit' && fault.isHeld)) await strike.released();
  if (fault.kind === 'slow')
    await sleep(fault.milliseconds, undefined, { signal: stopped }).catch(() => undefined);
  return stopped.aborted ? 'cut-off' : faultAnswer(fault);
};

const momentOf = (fault: CallFault | ItemFault): FaultMoment =>
  'moment' in fault ? (fault.moment ?? 'before') : 'before';

const readCall = (operation: Operation, request: FastifyRequest): IncomingCall => {
  const key = request.headers['api-key'];
  const isJson = request.headers['content-type']?.split(';')[0]?.trim() === 'application/json';
  return {
    operation,
    key: typeof key === 'string' ? key : undefined,
    body: isJson && typeof request.body === 'string' ? parseJson(request.body) : undefined,
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = (reply: FastifyReply, { status, headers, payload }: WireAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(payload);
