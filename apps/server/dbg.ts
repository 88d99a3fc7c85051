import { pino } from 'pino'
import { createHttpServer } from './src/http/server.ts'
import { sendBody } from './test/abuse/sent-bodies.ts'
const s = await createHttpServer({ logger: pino({level:'silent'}), trustProxy:'', isHttps:()=>false })
s.post('/small', async()=>'x'); s.get('/get', async()=>'x')
s.post('/refused', {onRequest: async()=>{const {refuse}=await import('./src/http/refuse.ts'); refuse('accounts.signed_out')}}, async()=>'x')
const url=await s.listen({port:0,host:'127.0.0.1'})
const body=Buffer.from('['+'0,'.repeat(8*1024*1024)+'0]')
for (const [m,p] of [['POST','/small'],['GET','/get'],['POST','/refused'],['POST','/none'],['HEAD','/get'],['DELETE','/x']]) {
  const r=await sendBody(url+p,{method:m,body}).catch(e=>String(e)); console.log(m,p,r)
}
await s.close()
