import { Reactions } from '../../bot/reactions.ts';
import { Responder } from '../../bot/responder.ts';
import { Router } from '../../bot/router.ts';
import { reactionActions } from '../../commands/card/card-actions.ts';
import { ClickGuard } from '../../commands/framework/click-guard.ts';
import type { SharedContext } from '../../commands/framework/context.ts';
import { actions, commands, messageCommands } from '../../commands/index.ts';
import type { Config } from '../../config.ts';
import { Gallery } from '../../discord/gallery.ts';
import { Progress } from '../../discord/delivery/progress.ts';
import type { Running } from '../runtime.ts';
import type { OpenedDiscord } from './discord.ts';
import type { OpenedGuilds } from './guilds.ts';
import type { OpenedJobs } from './jobs.ts';
import type { Network } from './network.ts';
import type { OpenStore } from './store.ts';
import type { OpenedWork } from './work.ts';

type Below = Network & OpenStore & OpenedJobs & OpenedGuilds & OpenedDiscord & OpenedWork;

/** What commands see. */
const sharedContextOf = ({ jobRetentionDays }: Config, { clock }: Running, below: Below): SharedContext => {
  const { jobs, openJobs, submitter, lease, deletions, drafts, messages, sources, web, rights } = below;
  const { membership, channels, takedowns, guilds, accounts, apiKeys, usage, adminLog, profiles } = below;
  const { history, personalJobs, stores, operatorRules, budget } = below;
  return {
    ...{ jobs, openJobs, submitter, lease, deletions, drafts, messages, sources, web, rights },
    ...{ membership, channels, takedowns, guilds, accounts, apiKeys, usage, adminLog, profiles },
    ...{ history, personalJobs, jobRetentionDays, clock },
    clickGuard: new ClickGuard(clock),
    scrub: stores.scrub,
    operator: { rules: operatorRules, budget },
  };
};

/** In from Discord: what people type and click, and the cards that answer it. */
export const openBot = (config: Config, running: Running, below: Below) => {
  const { api, metrics, lease, openJobs, estimates, deletions, guilds } = below;
  const { rights, messages, pictures, cards, submitter, poller, jobs } = below;
  const { clock, random, randomBytes, log, signal } = running;
  const context = sharedContextOf(config, running, below);
  const progress = new Progress({
    api,
    submitter,
    poller,
    estimates,
    openJobs,
    cards,
    lease,
    clock,
    log,
  });
  const responder = new Responder(running, api, jobs, openJobs, estimates, progress, metrics);
  const basics = { clock, random, randomBytes, log, signal };
  return {
    progress,
    router: new Router(running, commands, messageCommands, actions, context, responder, lease),
    reactions: new Reactions({
      gallery: new Gallery({ guilds, messages, openJobs, deletions, rights, pictures, api, ...basics }),
      actions: reactionActions,
      context,
      rights,
      api,
      responder,
      estimates,
      lease,
      ...basics,
    }),
  };
};
