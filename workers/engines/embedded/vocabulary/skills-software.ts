/**
 * Skills of software, data and infrastructure, as data. One skill per line; indented lines continue it:
 *
 *   Name; alias; alias | a kind of it; another kind > what it is also evidence for; …
 *
 * Aliases say the same. A kind is evidence for the name, and never for another kind: Puppet is no Ansible.
 * `=` before a name or an alias: only in exactly this spelling, because another spelling means something else. `~` in
 * an alias: up to four words may come between. A single word is found as written or in the plural; in an alias of
 * several words, each is found in all its forms.
 */
export const softwareSkills = `
Software development; software engineering; programmer; coder; application development; web developer
JavaScript; js; java script; ecmascript; es6; es2015
TypeScript; type script > JavaScript
Python; python3; python 3
Java
Kotlin
=Swift; swiftui
Objective-C
C++; cpp; c plus plus
C#; c sharp; csharp
=C; c programming; embedded c; ansi c; c language
=Go; golang; go language; go programming
=Rust; rust language; rustlang
Ruby
PHP
Scala
Perl
Elixir
Haskell
Clojure
=R; r programming; rstudio; r language; tidyverse
MATLAB
Groovy
Dart
Bash; shell scripting > Scripting
Scripting; scripting language | powershell
Object-oriented programming; oop; object oriented design
HTML; html5; xhtml
CSS; css3 | sass; scss; less css; tailwind; tailwindcss
=React; reactjs; react js; react hooks > JavaScript; Front-end development
React Native > React; Mobile development
Next.js; nextjs > React
Angular; angularjs; angular js > JavaScript; Front-end development
Vue.js; vue; vuejs > JavaScript; Front-end development
Svelte; sveltekit > JavaScript; Front-end development
Redux > React
jQuery > JavaScript
D3.js; d3 > JavaScript; Data visualisation
Node.js; nodejs; =Node > JavaScript; Back-end development
Express.js; expressjs; =Express > Node.js
NestJS; nest js > Node.js; TypeScript
Deno > JavaScript
Django > Python; Back-end development
=Flask > Python; Back-end development
FastAPI > Python; Back-end development
Ruby on Rails; rails; ror > Ruby; Back-end development
=Spring; spring boot; springboot; spring framework > Java; Back-end development
Hibernate > Java
Laravel; symfony > PHP; Back-end development
.NET; dotnet; dot net; asp.net; .net core > Back-end development
Front-end development; frontend; front end; client side development; ui development
Back-end development; backend; back end; server side; server side development
Full-stack development; fullstack; full stack > Front-end development; Back-end development
Web development; web application; web app
Mobile development; mobile app; mobile application; =iOS; android
REST APIs; =REST; restful; restful web service > APIs
GraphQL; apollo server > APIs
gRPC; protobuf; protocol buffers > APIs
SOAP web services; =SOAP > APIs
APIs; api; api design; web service
Microservices; microservice; micro service; service oriented architecture; =SOA > Distributed systems
Distributed systems; distributed computing; high availability
Event-driven architecture; event driven; message queue; message broker; event streaming | kinesis; sqs; activemq
Kafka; apache kafka > Event-driven architecture
RabbitMQ; rabbit mq; amqp > Event-driven architecture
SQL; structured query language; t sql; tsql; pl sql; plsql > Databases
PostgreSQL; postgres; postgre sql; psql > SQL; Relational databases
MySQL; my sql; mariadb > SQL; Relational databases
Microsoft SQL Server; sql server; mssql; ms sql > SQL; Relational databases
Oracle Database; oracle db; oracle 12c; oracle 19c > SQL; Relational databases
SQLite > SQL; Relational databases
Relational databases; rdbms > Databases
NoSQL; no sql; document database | memcached; cassandra; dynamodb; couchbase > Databases
MongoDB; mongo > NoSQL
Redis > NoSQL
Search engines; full text search | elasticsearch; opensearch; solr; lucene
Databases; database
Cloud platforms; cloud provider; cloud computing; cloud infrastructure; cloud service; cloud; clouds
AWS; amazon web services | ec2; aws lambda; cloudformation > Cloud platforms
Azure; microsoft azure > Cloud platforms
Google Cloud; gcp; google cloud platform | bigquery > Cloud platforms
Serverless; =Lambda; cloud functions > Cloud platforms
Kubernetes; k8s | eks; aks; gke; openshift; helm > Container orchestration
Container orchestration | docker swarm; nomad > Containers
Docker; dockerfile; docker compose > Containers
Containers; containerisation; containerization; containerised; container technology | podman
Infrastructure as code; iac | terraform; pulumi; opentofu; ansible; puppet; chef infra; saltstack
CI/CD; cicd; continuous integration; continuous delivery; continuous deployment; build pipeline;
  deployment pipeline | jenkins; github actions; gitlab ci; circleci; travis ci; teamcity; azure devops; argocd;
  argo cd
DevOps; dev ops; site reliability engineering; =SRE; platform engineering
Git | github; gitlab; bitbucket > Version control
Version control; source control | subversion; =SVN
Linux; unix | ubuntu; debian; red hat; rhel; centos
Active Directory
Networking; tcp ip; computer networks; routing and switching | =DNS; =VPN; firewalls
Cisco > Networking
Observability; system monitoring; application monitoring | prometheus; grafana; datadog; new relic; splunk; =ELK;
  opentelemetry
Web servers | nginx; apache http; haproxy
Cybersecurity; cyber security; information security; infosec; application security; network security | cissp; cism
Penetration testing; pen testing; ethical hacking; pentest; oscp > Cybersecurity
SIEM; security operations center; =SOC analyst; incident response > Cybersecurity
OAuth; oauth2; openid connect; =SSO; saml; identity management
Unit testing; =TDD; test driven development | jest; junit; pytest; mocha; vitest > Software testing
Test automation; automated testing | selenium; cypress; playwright > Software testing
Software testing; =QA | manual testing; test cases
Code review; peer review; reviewing code; pull request reviews
Agile; agile methodologies; safe agile
Scrum; scrum master; sprint planning; csm > Agile
Kanban > Agile
Project tracking software | jira; confluence; trello; asana
System design; software architecture; systems architecture; solution architecture; design patterns
Domain-driven design; =DDD
Performance optimisation; performance tuning; profiling; load testing
Embedded systems; embedded software; firmware; =RTOS; microcontroller
Machine learning; =ML; ml model; supervised learning | scikit learn; sklearn; xgboost
Deep learning; neural network | pytorch; tensorflow; keras > Machine learning
Natural language processing; =NLP; text mining; spacy; hugging face > Machine learning
Computer vision; opencv; image recognition > Machine learning
Large language models; =LLM; =LLMs; gpt; retrieval augmented generation; prompt engineering > Machine learning
MLOps; model deployment | mlflow; sagemaker > Machine learning
Data science; data scientist; statistical modelling; predictive modelling > Data analysis
Data analysis; analysing data
Data engineering; =ETL; elt; data pipeline | airflow; dbt
Data warehousing; data warehouse; star schema | snowflake; redshift
Big data | hadoop; databricks; hive > Data engineering
=Spark; apache spark; pyspark > Big data
Data libraries | pandas; numpy; jupyter > Python; Data analysis
Data visualisation; data visualization; dashboards; dashboarding | looker; qlik
Power BI; powerbi > Data visualisation; Business intelligence
Tableau > Data visualisation; Business intelligence
Business intelligence; bi tool; bi reporting
Statistics; statistical analysis; regression analysis; hypothesis testing; a/b testing; ab testing
UX design; ux; user experience; ux research; usability testing; wireframing; wireframes
UI design; user interface design; interface design; visual design | figma; sketch app; adobe xd; invision
Adobe Creative Suite; adobe creative cloud
Photoshop; adobe photoshop > Adobe Creative Suite
=Illustrator; adobe illustrator > Adobe Creative Suite
=InDesign; adobe indesign; indesign > Adobe Creative Suite
After Effects; adobe after effects > Adobe Creative Suite
Accessibility; wcag; a11y
Responsive design; responsive web design; mobile first
Content management systems; =CMS | wordpress; drupal; joomla
Blockchain; smart contracts; solidity; ethereum
Game development; unity3d; unreal engine; =Unity
IT support; help desk; helpdesk; desktop support; technical support; service desk
ITIL; it service management; itsm | servicenow
Virtualisation; virtualization | vmware; hyper v; vsphere
=SAP; s/4hana; s4hana; sap erp; abap > ERP systems
ERP systems; erp; enterprise resource planning | oracle erp; dynamics 365; microsoft dynamics; odoo; infor
`
