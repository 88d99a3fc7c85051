import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { session } from './lib/goldpan-api.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

void session.start()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
