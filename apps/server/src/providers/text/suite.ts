import { describe, expect, test } from 'vitest'
import { checkFollowUp, checkWritten } from './check-written.ts'
import type { TextPort } from './port.ts'
import { briefOf, followUpBrief, knownCopies } from './test/all-copies.ts'

export interface SuiteSubject {
  port: TextPort
  /** `written_by` of a successful run. */
  writtenBy: string
}

/** Behaviour of every text adapter. `open` returns one that can write what is asked for. */
export function textPortSuite(name: string, open: () => Promise<SuiteSubject>): void {
  describe(`the text port: ${name}`, () => {
    const brief = briefOf(knownCopies[0]!)

    test('writes a subject and a body that pass every check, and says who wrote them', async () => {
      const { port, writtenBy } = await open()
      const template = await port.writeTemplate(brief, { seed: 1 })
      expect(checkWritten(brief, template)).toEqual([])
      expect(template.body).toContain('{{businessName}}')
      expect(template).toMatchObject({ language: 'en', written_by: writtenBy, note: null })
    })

    test('reports the body as it grows and ends with all of it', async () => {
      const { port } = await open()
      const shown: string[] = []
      const template = await port.writeTemplate(brief, { seed: 1, onText: (partial) => shown.push(partial) })
      expect(shown.at(-1)).toBe(template.body)
    })

    test('writes a follow-up that passes every check, and reports the body (FOLLOW-05)', async () => {
      const { port, writtenBy } = await open()
      const shown: string[] = []
      const written = await port.writeFollowUp(followUpBrief, {
        seed: 1,
        onText: (partial) => shown.push(partial),
      })
      expect(checkFollowUp(followUpBrief, written)).toEqual([])
      expect(written).toMatchObject({ language: 'en', written_by: writtenBy, note: null })
      expect(shown.at(-1)).toBe(written.body)
    })

    test('stops with the error of an aborted signal', async () => {
      const { port } = await open()
      const signal = AbortSignal.abort(new Error('the user left'))
      await expect(port.writeTemplate(brief, { seed: 1, signal })).rejects.toThrow('the user left')
      await expect(port.writeFollowUp(followUpBrief, { seed: 1, signal })).rejects.toThrow('the user left')
    })
  })
}
