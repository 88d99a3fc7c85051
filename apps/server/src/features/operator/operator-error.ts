/** A mistake of the operator. Its message is shown to them. */
export class OperatorError extends Error {}
