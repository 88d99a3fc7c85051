export type * from './place.ts'
