import { runLongForm } from './long-forms/long-form.ts'

/** `npm run bench -- hostile-websites`: what each hostile website costs within the product's own limits. */
runLongForm(['apps/server/test/faults/hostile-websites.test.ts'], {})
