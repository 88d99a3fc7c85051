/** The published types are CommonJS, the package is not. */
declare module 'polylabel' {
  /** The point inside a polygon that is farthest from its edges. */
  export default function polylabel(rings: readonly [number, number][][], precision: number): [number, number]
}
