import { runLongForm } from './long-forms/long-form.ts'

/** `npm run bench -- redos`: how long each of many 1 MB pages that are made to be slow takes to be read. Target: 1 s. */
runLongForm(['apps/server/test/abuse/redos.test.ts'], {})
