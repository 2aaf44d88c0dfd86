import { setTimeout as delay } from 'node:timers/promises';
import type { Discord } from '../../sandbox/discord/index.ts';
import type { Move, RestTrouble } from './moves.ts';
import type { JobRequest } from './requests.ts';

/** What moves act on. */
export interface Stage {
  discord: Discord;
  requests: Map<number, JobRequest>;
  /** The message that answered a request, by the request's number. */
  answers: Map<number, string>;
  restart: () => Promise<void>;
}

const order = ({ faults }: Discord, route: string, times: number, trouble: RestTrouble): void => {
  const match = { route, times };
  switch (trouble.kind) {
    case 'answer':
      faults.answer(match, trouble);
      return;
    case 'rate-limit':
      faults.rateLimit(match, trouble);
      return;
    case 'cut-off':
      faults.cutOff(match);
      return;
    case 'refuse':
      faults.refuse(match);
      return;
    case 'delay':
      faults.delay(match, trouble.milliseconds);
  }
};

/** A person asks; who waits for the answer is not the one who plays on. */
const ask = async ({ discord, requests, answers }: Stage, request: JobRequest): Promise<void> => {
  const { atelier, gallery, member, secondMember } = discord.world;
  requests.set(request.number, request);
  const person = discord.as(request.number % 2 === 0 ? member.id : secondMember.id);
  const { channelId } = request.number % 3 === 0 ? gallery : atelier;
  const { message } = await person.slash(channelId, request.command, { prompt: request.prompt });
  if (message) answers.set(request.number, message.id);
};

/** Makes one move. What a person then waits for is handed to `begun`, since nobody here waits for it. */
export const play = async (
  stage: Stage,
  move: Move,
  begun: (answered: Promise<unknown>) => void,
): Promise<void> => {
  const { discord } = stage;
  const { atelier, member } = discord.world;
  switch (move.kind) {
    case 'request':
      begun(ask(stage, move.request));
      return;
    case 'forge':
      begun(discord.as(member.id).forge({ channelId: atelier.channelId }, move.what, move.data));
      return;
    case 'event':
      discord.gateway.dispatch(move.event, move.data);
      return;
    case 'replay': {
      const earlier = discord.dispatches[move.which % Math.max(1, discord.dispatches.length)];
      if (earlier && earlier.event !== 'READY') discord.gateway.replay(earlier);
      return;
    }
    case 'gateway':
      if (move.how === 'reconnect') discord.gateway.askToReconnect();
      else discord.gateway.drop({ resumable: move.how === 'drop' });
      return;
    case 'rest':
      order(discord, move.route, move.times, move.trouble);
      return;
    case 'restart':
      await stage.restart();
      return;
    case 'wait':
      await delay(move.milliseconds);
  }
};
