import { optionalSetting, textSetting } from './settings.ts'

/** Where uploaded files lie: in the data folder, or with anything that speaks S3. */
export const filesSettings = {
  s3Bucket: optionalSetting({
    name: 'S3_BUCKET',
    shown: 'files lie in `DATA_DIR/files`',
    sentence: 'Uploaded files go to this bucket instead, so that all machines share them.',
  }),
  s3Endpoint: textSetting({
    name: 'S3_ENDPOINT',
    default: 'https://s3.amazonaws.com',
    sentence:
      'The S3 service: Amazon, MinIO, Garage, Ceph, R2 or any other. The bucket is asked for in the path.',
  }),
  s3Region: textSetting({
    name: 'S3_REGION',
    default: 'us-east-1',
    sentence: 'The region that requests to S3 are signed for.',
  }),
  s3AccessKeyId: optionalSetting({ name: 'S3_ACCESS_KEY_ID', sentence: 'S3: the id of the access key.' }),
  s3SecretAccessKey: optionalSetting({
    name: 'S3_SECRET_ACCESS_KEY',
    secret: true,
    sentence: 'S3: the secret of the access key. It needs to read, write and delete objects of the bucket.',
  }),
}
