import { type AutomaticRepliesDeps, createAutomaticReplies } from './automatic-replies.ts'
import { createPeople, type PeopleDeps } from './people.ts'
import { createPlanning, type PlanningDeps } from './planning.ts'
import { createRestored, type RestoredDeps } from './restored.ts'
import { createResults, type ResultsDeps } from './results.ts'
import { createSteps, type StepsDeps } from './steps.ts'
import { createStepTexts, type TextsDeps } from './texts.ts'

export type FollowUpsDeps = PlanningDeps &
  Omit<StepsDeps, 'setDueDaysOfCampaign'> &
  Omit<PeopleDeps, 'setDueDaysOfCampaign' | 'findPace'> &
  Omit<TextsDeps, 'readPeople'> &
  Omit<ResultsDeps, 'findPace'> &
  Omit<RestoredDeps, 'setDueDays'> &
  AutomaticRepliesDeps

/** Follow-up sequences: the steps of a campaign, and what is due to whom. */
export function createFollowUps(deps: FollowUpsDeps) {
  const planning = createPlanning(deps)
  return {
    planning,
    steps: createSteps({ ...deps, ...planning }),
    people: createPeople({ ...deps, ...planning }),
    automaticReplies: createAutomaticReplies(deps),
    restored: createRestored({ ...deps, ...planning }),
    results: createResults({ ...deps, ...planning }),
    texts: createStepTexts({ ...deps, ...planning }),
  }
}

export type FollowUps = ReturnType<typeof createFollowUps>
