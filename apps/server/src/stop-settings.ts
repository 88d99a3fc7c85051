import { numberSetting, optionalNumberSetting } from './settings.ts'

/** How a process stops when it is asked to (SIGTERM). Ctrl-C ends it within 5 s, whatever is set. */
export const stopSettings = {
  drainSeconds: optionalNumberSetting({
    name: 'DRAIN_SECONDS',
    shown: '`3` where `ROLES` is `web` alone, else `0`',
    min: 0,
    max: 300,
    sentence:
      'How long a process that is to stop (SIGTERM) still takes requests, while `/api/health/ready` answers 503, so that a load balancer has time to go elsewhere.',
  }),
  stopSeconds: numberSetting({
    name: 'STOP_SECONDS',
    default: 20,
    min: 1,
    max: 3600,
    sentence:
      'How long requests, messages and visits that are under way then have to end. Give your supervisor a few seconds more.',
  }),
}
