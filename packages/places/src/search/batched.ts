/**
 * Answers many questions by one. The first is asked at once; who comes while one is under way goes with all others that
 * do into the next, so an answer is never older than its question.
 */
export function batched<Question, Answer>(
  askAll: (questions: Question[]) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  let before: Promise<unknown> = Promise.resolve()
  let next: { questions: Question[]; answer: Promise<Answer> } | null = null

  function plan() {
    const questions: Question[] = []
    const answer = before.then(() => {
      next = null
      return askAll(questions)
    })
    before = answer.catch(() => undefined)
    return { questions, answer }
  }

  return (question) => {
    next ??= plan()
    next.questions.push(question)
    return next.answer
  }
}
