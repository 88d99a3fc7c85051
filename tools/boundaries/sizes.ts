import { type Finding, isTest, type Source } from './sources.ts'

const MAX_FILE_LINES = 500

export const checkSizes = (sources: Source[]): Finding[] =>
  sources
    .filter(({ path, lines }) => !isTest(path) && lines > MAX_FILE_LINES)
    .map(({ path, lines }) => ({
      file: path,
      line: MAX_FILE_LINES,
      sentence: `${lines} lines: over ${MAX_FILE_LINES}. Move one subject to a file named for it.`,
    }))
