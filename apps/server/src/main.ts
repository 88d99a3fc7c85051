import './application.ts'
