import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from dataclasses import dataclass, field
from typing import Optional, List
torch.manual_seed(42)
@dataclass
class TrainingArguments:
    learning_rate: float = 5e-3
    num_train_epochs: int = 2
    per_device_train_batch_size: int = 4
    gradient_accumulation_steps: int = 2
    max_grad_norm: float = 1.0
    warmup_steps: int = 2
    weight_decay: float = 0.01
    seeds: List[int] = field(default_factory=lambda: [1, 2])
class ToyDataset(Dataset):
    def __init__(self, n=20):
        self.x = torch.randint(1, 12, (n, 6)); self.y = (self.x.sum(-1) % 3)
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return {"input_ids": self.x[i], "labels": self.y[i], "attention_mask": (self.x[i] > 2).long()}
class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(12, 8, padding_idx=0)
        self.enc = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
        self.head = nn.Linear(8, 3)
    def forward(self, input_ids, attention_mask=None, labels=None):
        h = self.enc(self.emb(input_ids))
        m = attention_mask.unsqueeze(-1).float()
        pooled = (h * m).sum(1) / m.sum(1).clamp(min=1e-9)
        logits = self.head(pooled)
        return {"loss": nn.functional.cross_entropy(logits, labels) if labels is not None else None, "logits": logits}
args = TrainingArguments()
print(args)
model = Classifier()
print(model)
no_decay = ["bias", "norm"]
groups = [{"params": [p for n, p in model.named_parameters() if not any(k in n for k in no_decay)], "weight_decay": args.weight_decay},
          {"params": [p for n, p in model.named_parameters() if any(k in n for k in no_decay)], "weight_decay": 0.0}]
optimizer = torch.optim.AdamW(groups, lr=args.learning_rate)
loader = DataLoader(ToyDataset(), batch_size=args.per_device_train_batch_size, shuffle=True)
total = len(loader) // args.gradient_accumulation_steps * args.num_train_epochs
def lr_lambda(s):
    if s < args.warmup_steps: return s / max(1, args.warmup_steps)
    return max(0.0, (total - s) / max(1, total - args.warmup_steps))
sched = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_lambda)
print(optimizer)
step = 0
for epoch in range(args.num_train_epochs):
    model.train()
    for i, batch in enumerate(loader):
        out = model(**batch)
        (out["loss"] / args.gradient_accumulation_steps).backward()
        if (i + 1) % args.gradient_accumulation_steps == 0:
            gn = nn.utils.clip_grad_norm_(model.parameters(), args.max_grad_norm)
            optimizer.step(); sched.step(); optimizer.zero_grad(); step += 1
            print({"loss": round(out["loss"].item(), 3), "grad_norm": round(gn.item(), 3), "learning_rate": sched.get_last_lr()[0], "epoch": epoch})
model.eval()
with torch.no_grad():
    b = next(iter(DataLoader(ToyDataset(8), batch_size=8)))
    print(b["input_ids"].shape, model(**b)["logits"].argmax(-1))
