/** The maximum rows of an account. Far above any need: they keep one account from filling the disk. */
export const accountLimits = {
  business_tables: { most: 2_000, name: 'business tables' },
  prospects: { most: 500_000, name: 'prospects' },
  campaigns: { most: 5_000, name: 'campaigns' },
  person_holds: { most: 20_000, name: 'holds' },
  files: { most: 1_000, name: 'pictures' },
} as const
export type Limited = keyof typeof accountLimits

/** The most bytes of signature images and screenshots together. */
export const FILES_MAX_BYTES = 100 * 1024 * 1024

export const accountLimitRefusals = {
  'account.full': { status: 409, message: 'Your account is full. Nothing was saved.' },
} as const

const number = new Intl.NumberFormat('en')

export const fullSentence = (what: Limited): string => {
  const { most, name } = accountLimits[what]
  return `An account can hold ${number.format(most)} ${name}. Please delete some first; nothing was saved.`
}

export const filesFullSentence = `The images of an account can take ${FILES_MAX_BYTES / 1024 / 1024} MB. Please delete signatures or images that you no longer need; nothing was saved.`
