import {
  ANSWER_FILE_BYTES,
  ANSWER_FILES_BYTES,
  ANSWER_FILES_MAX,
  answeringFallbacks,
  answeringRefusals,
  answeringRoutes,
  DRAFT_PAUSE_MS,
  DRAFT_TYPING_MS,
  type Draft,
  type MailFile,
  mailFile,
} from '@goldpan/contract/answering'
import { type Conversation, replyRoutes } from '@goldpan/contract/replies'
import type { CallInput } from '@goldpan/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { isApiError } from '../../lib/api-error.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { sendWithProgress } from '../../lib/send-with-progress.ts'
import { createStore } from '../../lib/store.ts'
import { useSession } from '../../lib/use-session.ts'
import { isolated } from '../../ui/isolated.ts'
import { patchConversation } from './answer.queries.ts'

interface Content {
  text: string
  files: readonly MailFile[]
}

export interface Upload {
  id: string
  name: string
  size: number
  /** From 0 to 1. */
  progress: number
}

export interface DraftState extends Content {
  /** The server's draft, with the version on which the next save builds. */
  saved: Draft
  /** The draft that another window saved meanwhile. Nothing is saved until the user chooses. */
  other: Draft | null
  /** Why the last save failed. */
  failure: string | null
  /** Why a file was not attached. */
  fileFailure: string | null
  uploads: readonly Upload[]
  isSaving: boolean
  isSending: boolean
}

export type AnswerBody = Omit<
  CallInput<typeof replyRoutes.answer>['body'],
  'text' | 'files' | 'press_id' | 'draft_version'
>

/** The copy in the tab, kept until the server has the draft. */
const keptDraft = z.object({
  text: z.string(),
  files: z.array(mailFile),
  version: z.number(),
  press_id: z.string().optional(),
})

interface DraftDeps {
  /** Of the conversation. */
  id: string
  /** Of what the tab keeps; differs by user. */
  name: string
  opened: Draft
  onSaved: (draft: Draft) => void
}

/**
 * An answer while it is written. It is saved after a pause, regularly while somebody types, and on leaving; one save at
 * a time, each naming the version that it builds on. Until the server has it, it is also kept in the tab.
 */
function createDraft({ id, name, opened, onSaved }: DraftDeps) {
  const kept = readDraft(name, (value) => keptDraft.safeParse(value).data)
  const { get, set, subscribe } = createStore(begin(opened, kept))
  const aborts = new Map<string, AbortController>()
  let pressId = kept?.press_id
  let saving: Promise<void> | null = null
  let sending: Promise<unknown> = Promise.resolve()
  let uploading: Promise<void> = Promise.resolve()
  let isOpen = false
  let pause: ReturnType<typeof setTimeout> | undefined
  let typing: ReturnType<typeof setTimeout> | undefined

  function update(change: Partial<DraftState>): void {
    const before = get()
    set({ ...before, ...change })
    // Another text is another answer, even if the former one may have arrived without our knowing.
    if (!isSame(get(), before)) pressId = undefined
    keep()
  }

  function keep(): void {
    const { text, files, saved } = get()
    if (isDirty(get()) || pressId) keepDraft(name, { text, files, version: saved.version, press_id: pressId })
    else dropDraft(name)
  }

  function change(content: Partial<Content>): void {
    update(content)
    saveLater()
  }

  function saveLater(): void {
    clearTimeout(pause)
    pause = setTimeout(save, DRAFT_PAUSE_MS)
    typing ??= setTimeout(save, DRAFT_TYPING_MS)
  }

  function stopTimers(): void {
    clearTimeout(pause)
    clearTimeout(typing)
    typing = undefined
  }

  function save(): Promise<void> {
    stopTimers()
    const { other, isSending } = get()
    if (saving) return saving
    if (other || isSending || !isDirty(get())) return Promise.resolve()
    update({ isSaving: true, failure: null })
    const run = saveNow()
    saving = run
    return run
  }

  async function saveNow(): Promise<void> {
    try {
      await put()
      if (isDirty(get())) saveLater()
    } catch (error) {
      fail(error)
    }
    saving = null
    update({ isSaving: false })
  }

  async function put(): Promise<void> {
    const { text, files, saved } = get()
    try {
      const body = { text, files: files.map((file) => file.id), version: saved.version }
      const { version, updated_at } = await call(answeringRoutes.saveDraft, { params: { id }, body })
      update({ saved: { text, files: [...files], version, updated_at } })
      onSaved(get().saved)
    } catch (error) {
      if (!isApiError(error) || error.code !== 'inbox.draft_changed') throw error
      await compare()
    }
  }

  /** After a refused save: asks which text to keep, unless there is only one. */
  async function compare(): Promise<void> {
    const other = await read()
    if (other.version === 0 || isSame(other, get())) update({ saved: other })
    else update({ other })
  }

  const read = () => call(answeringRoutes.getDraft, { params: { id } })

  function fail(error: unknown): void {
    const isRefused = isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429
    const words = answeringFallbacks.saveDraft
    update({ failure: isRefused ? errorText(error, words) : words })
    clearTimeout(pause)
    if (isOpen && !isRefused) pause = setTimeout(save, DRAFT_TYPING_MS)
  }

  /** The server may have another draft: one from another window, or an answer that was taken back. */
  async function notice(version: number): Promise<void> {
    const { saved } = get()
    if (version === saved.version || isBusy()) return
    // The version told may be older than the last save, so the draft is fetched.
    const now = await read().catch(() => null)
    if (now && get().saved === saved && !isBusy()) adopt(now)
  }

  const isBusy = () => saving !== null || get().isSending || get().other !== null || isDirty(get())

  const adopt = (draft: Draft) =>
    update({ text: draft.text, files: draft.files, saved: draft, other: null, failure: null })

  /** Sends the draft as an answer to the message `to`. Text typed while it is being sent becomes the next draft. */
  function send(to: string, body: AnswerBody) {
    stopTimers()
    update({ isSending: true })
    const run = post(to, body).finally(() => {
      update({ isSending: false })
      if (isDirty(get())) saveLater()
    })
    sending = run.catch(() => undefined)
    return run
  }

  async function post(to: string, body: AnswerBody) {
    await saving
    const { text, files, saved } = get()
    // The same id until this text has arrived, so a second try sends nothing twice.
    pressId ??= crypto.randomUUID()
    keep()
    const answered = await call(replyRoutes.answer, {
      params: { id: to },
      body: {
        ...body,
        text,
        files: files.map((file) => file.id),
        press_id: pressId,
        draft_version: saved.version,
      },
    })
    pressId = undefined
    const now = get()
    if (isSame(now, { text, files })) adopt(answered.draft)
    else update({ ...contentSince(now, { text, files }), saved: answered.draft, other: null, failure: null })
    return answered
  }

  function attach(chosen: readonly File[]): void {
    const { files, uploads } = get()
    if (!fitsLimits([...files, ...uploads, ...chosen])) {
      const which = chosen.length === 1 ? `‘${isolated(chosen[0]!.name)}’ was` : 'These files were'
      update({ fileFailure: `${which} not attached. ${answeringRefusals['inbox.file_too_large'].message}` })
      return
    }
    const added = chosen.map((file) => ({
      upload: { id: crypto.randomUUID(), name: file.name, size: file.size, progress: 0 },
      file,
    }))
    update({ fileFailure: null, uploads: [...uploads, ...added.map(({ upload }) => upload)] })
    for (const { upload, file } of added) uploading = uploading.then(() => sendFile(upload, file))
  }

  async function sendFile({ id: key, name }: Upload, file: File): Promise<void> {
    const isWanted = () => get().uploads.some((upload) => upload.id === key)
    if (!isWanted()) return
    const abort = new AbortController()
    aborts.set(key, abort)
    const options = {
      signal: abort.signal,
      send: sendWithProgress((progress) => showProgress(key, progress)),
    }
    try {
      const input = { params: { id }, file, fileName: name }
      const added = await call(answeringRoutes.addFile, input, options)
      if (isWanted()) update({ files: [...get().files, added] })
    } catch (error) {
      const reason = errorText(error, answeringFallbacks.attach)
      if (isWanted()) update({ fileFailure: `‘${isolated(name)}’ was not attached. ${reason}` })
    }
    aborts.delete(key)
    update({ uploads: get().uploads.filter((upload) => upload.id !== key) })
    void save()
  }

  const showProgress = (key: string, progress: number) =>
    set({
      ...get(),
      uploads: get().uploads.map((upload) => (upload.id === key ? { ...upload, progress } : upload)),
    })

  function cancelUpload(key: string): void {
    update({ fileFailure: null, uploads: get().uploads.filter((upload) => upload.id !== key) })
    aborts.get(key)?.abort()
  }

  async function removeFile(fileId: string): Promise<void> {
    change({ files: get().files.filter((file) => file.id !== fileId) })
    update({ fileFailure: null })
    await save()
    // It is no longer attached, whatever becomes of the stored file.
    await call(answeringRoutes.removeFile, { params: { fileId } }).catch(() => undefined)
  }

  function saveWhenHidden(): void {
    if (document.visibilityState === 'hidden') void save()
  }

  /** From when the draft is on the screen until the returned function is called. */
  function open(): () => void {
    isOpen = true
    opens.set(name, draft)
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('pagehide', save)
    if (isDirty(get())) saveLater()
    return () => {
      isOpen = false
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('pagehide', save)
      void settle().finally(() => {
        if (!isOpen) opens.delete(name)
      })
    }
  }

  async function settle(): Promise<void> {
    await save()
    await uploading
    await sending
    await save()
  }

  const draft = {
    get,
    subscribe,
    open,
    type: (text: string) => change({ text }),
    save,
    notice,
    send,
    attach,
    cancelUpload,
    removeFile,
    /** Replaces this window's text by that of the other one. */
    takeOther() {
      const { other } = get()
      if (other) adopt(other)
    },
    /** Saves this window's text over that of the other one. */
    keepMine() {
      const { other } = get()
      if (other) update({ saved: other, other: null })
      void save()
    },
  }
  return draft
}

export type AnswerDraft = ReturnType<typeof createDraft>

/** Those on the screen, and those that are still being saved or sent after it was left. */
const opens = new Map<string, AnswerDraft>()

function begin(opened: Draft, kept: z.infer<typeof keptDraft> | undefined): DraftState {
  const content = kept && !isSame(kept, opened) ? kept : null
  return {
    text: content?.text ?? opened.text,
    files: content?.files ?? opened.files,
    saved: content ? { ...opened, version: content.version } : opened,
    other: null,
    failure: null,
    fileFailure: null,
    uploads: [],
    isSaving: false,
    isSending: false,
  }
}

const fitsLimits = (files: readonly { size: number }[]): boolean =>
  files.length <= ANSWER_FILES_MAX &&
  files.every(({ size }) => size <= ANSWER_FILE_BYTES) &&
  files.reduce((sum, { size }) => sum + size, 0) <= ANSWER_FILES_BYTES

const isSame = (one: Content, other: Content): boolean =>
  one.text === other.text &&
  one.files.length === other.files.length &&
  one.files.every((file, at) => file.id === other.files[at]!.id)

/** True while the server lacks something of it. */
export const isDirty = (state: DraftState): boolean => !isSame(state, state.saved)

/** The text and files that were added while an answer was sent. */
function contentSince(now: Content, sent: Content): Content {
  const wasSent = new Set(sent.files.map((file) => file.id))
  return {
    text: now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text,
    files: now.files.filter((file) => !wasSent.has(file.id)),
  }
}

/** The draft of a conversation. Use one component for each conversation, by key. */
export function useDraft(conversationId: string, { draft: opened }: Conversation) {
  const client = useQueryClient()
  const { user } = useSession()
  const [draft] = useState(() => {
    const name = `answer.${user?.id}.${conversationId}`
    const onSaved = (saved: Draft) => patchConversation(client, conversationId, { draft: saved })
    return opens.get(name) ?? createDraft({ id: conversationId, name, opened, onSaved })
  })
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  useEffect(() => draft.open(), [draft])
  useEffect(() => {
    void draft.notice(opened.version)
  }, [draft, opened.version])
  useLeaveWarning(isDirty(state) || state.isSending || state.uploads.length > 0)
  return { draft, state }
}
