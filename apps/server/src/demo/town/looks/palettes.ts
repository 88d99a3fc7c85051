export interface Palette {
  paper: string
  ink: string
  accent: string
  soft: string
}

/** Ink and accent are readable (4.5:1) on both paper and soft. */
export const palettes: readonly Palette[] = [
  { paper: '#fff8ec', ink: '#33230f', accent: '#8f3510', soft: '#f6e3c3' },
  { paper: '#f6f8f0', ink: '#1f2a1c', accent: '#35602a', soft: '#dfe9d2' },
  { paper: '#fbf7ea', ink: '#1c2333', accent: '#6f4b00', soft: '#efe3bd' },
  { paper: '#f3f8fb', ink: '#14293a', accent: '#1b5e86', soft: '#d6e7f1' },
  { paper: '#fff5f5', ink: '#3a1a22', accent: '#a1264f', soft: '#f8dbe2' },
  { paper: '#f1f9f6', ink: '#12302b', accent: '#0d6053', soft: '#cfeae2' },
  { paper: '#f8f5fc', ink: '#281d3d', accent: '#5f3d9e', soft: '#e5dbf4' },
  { paper: '#f7f6f4', ink: '#2b2724', accent: '#8c2f2a', soft: '#e6e1da' },
]
